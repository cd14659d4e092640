internal import RegappValues

package enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}

extension Program {
    /// A script that makes a shell complete the program's lines by asking the program. `wrapper` names a command that
    /// runs the program with its own options first; nil for the program itself.
    package func completionScript(for shell: Shell, wrapper: String? = nil) -> String {
        let script =
            switch shell {
            case .bash: Self.bash
            case .zsh: Self.zsh
            case .fish: Self.fish
            }
        return script.replacingEach("NAME", with: wrapper ?? name)
    }

    /// For bash 4.2 and later; needs no other package.
    private static let bash = #"""
        # bash completion for NAME, which proposes the words itself

        _NAME() {
            local kind typed kept
            local -a found
            COMPREPLY=()
            {
                IFS= read -r kind && IFS= read -r typed && IFS= read -r kept && mapfile -t found
            } < <("$1" __complete bash "$2" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null) || return
            if [[ $kind != words ]]; then
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -A "$kind" -- "$typed")
                COMPREPLY=("${COMPREPLY[@]#"$kept"}")
            elif ((${#found[@]})); then
                COMPREPLY=("${found[@]}")
            fi
        }

        complete -F _NAME NAME

        """#

    /// To be sourced, or installed as `_NAME` in a directory of `fpath`.
    private static let zsh = #"""
        #compdef NAME
        # zsh completion for NAME, which proposes the words itself

        _NAME() {
            local -a answer found
            answer=("${(@f)$("${(Q)words[1]}" __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            found=("${(@)answer[4,-1]}")
            [[ -z $answer[3] ]] || compset -P 1 '*='
            case $answer[1] in
            (file) _files ;;
            (directory) _files -/ ;;
            (words) (( $#found )) && _describe NAME found ;;
            esac
        }

        if [[ $funcstack[1] == _NAME ]]; then
            _NAME "$@"
        else
            compdef _NAME NAME
        fi

        """#

    /// For fish 3 and later.
    private static let fish = #"""
        # fish completion for NAME, which proposes the words itself

        function __NAME_complete
            set -l line (commandline -opc)
            set -l typed (commandline -ct)
            set -l answer ($line[1] __complete fish $line[2..-1] "$typed" 2>/dev/null)
            set -l offers $answer[4..-1]
            switch "$answer[1]"
                case file
                    set offers (__fish_complete_path "$answer[2]")
                case directory
                    set offers (__fish_complete_directories "$answer[2]")
            end
            for offer in $offers
                echo "$answer[3]$offer"
            end
        end

        complete -c NAME -f -a '(__NAME_complete)'

        """#
}
