# Completion of listbuilder for bash. In ~/.bashrc:  eval "$(listbuilder completion bash)"
# The program itself is asked what fits; a line ":files" means that names of files fit too.
_listbuilder() {
    local line current=${COMP_WORDS[COMP_CWORD]}
    [[ $current == "=" ]] && current=
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == ":files" ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
        else
            COMPREPLY+=("${line%%$'\t'*}")
        fi
    done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _listbuilder listbuilder
