#compdef listbuilder
# Completion of listbuilder for zsh. Write this to a file named _listbuilder in a folder of $fpath, or in ~/.zshrc,
# after compinit:  eval "$(listbuilder completion zsh)"
# The program itself is asked what fits; a line ":files" means that names of files fit too.
_listbuilder() {
    local line files=0
    local -a found
    for line in "${(@f)$("${(@Q)words[1]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $line == ":files" ]]; then
            files=1
        elif [[ $line == *$'\t'* && ${line%%$'\t'*} != */ ]]; then
            found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        elif [[ ${line%%$'\t'*} == */ ]]; then
            compadd -S '' -- "${line%%$'\t'*}"
        elif [[ -n $line ]]; then
            compadd -- "$line"
        fi
    done
    (( $#found )) && _describe -V listbuilder found
    (( files )) && _files
}
if [[ ${funcstack[1]} == _listbuilder ]]; then
    _listbuilder "$@"
else
    compdef _listbuilder listbuilder
fi
