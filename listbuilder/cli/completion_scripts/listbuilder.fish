# Completion of listbuilder for fish. Write this to ~/.config/fish/completions/listbuilder.fish
# The program itself is asked what fits; a line ":files" means that names of files fit too.
function __listbuilder_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l current (commandline -ct)
    for line in ($program complete -- $words "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c listbuilder -f -a '(__listbuilder_complete)'
