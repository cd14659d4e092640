/// The completion script for bash 4.2 and later; it needs no other package.
enum BashCompletions {
    static var script: String {
        """
        # bash completion for regapp \(Regapp.version), made by 'regapp completions bash'

        # Sets REPLY to the words that may follow the command words $1.
        _regapp_next() {
            case $1 in
        \(arms(CompletionContext.all.filter { !$0.next.isEmpty }) { $0.next.map(\.label) })
            *) REPLY= ;;
            esac
        }

        # Sets REPLY to the options of the command words $1.
        _regapp_options() {
            case $1 in
        \(arms(CompletionContext.all.filter { !$0.options.isEmpty }) { $0.options.map(\.id.typed) })
            *) REPLY= ;;
            esac
            REPLY+=' \(Regapp.everywhere.map(\.id.typed).joined(separator: " "))'
        }

        # Sets REPLY to what option $2 takes after the command words $1, or to nothing for a flag.
        _regapp_value() {
            case "$1 $2" in
        \(valueArms)
            *) REPLY= ;;
            esac
        }

        # Sets REPLY to what stands as argument number $2, from 0, after the command words $1.
        _regapp_argument() {
            case "$1 $2" in
        \(argumentArms)
            *) REPLY= ;;
            esac
        }

        \(functions)
        """
    }

    private static func arms(
        _ contexts: [CompletionContext], _ words: (CompletionContext) -> [String]
    ) -> String {
        contexts.map { "    '\($0.key)') REPLY='\(words($0).joined(separator: " "))' ;;" }
            .joined(separator: "\n")
    }

    private static var valueArms: String {
        OptionValueRule.all.map { rule in
            let pattern = rule.key.map { "'\($0) \(rule.option)'" } ?? "*' \(rule.option)'"
            return "    \(pattern)) REPLY='\(rule.completion)' ;;"
        }.joined(separator: "\n")
    }

    private static var argumentArms: String {
        ArgumentRule.all.map { "    '\($0.key) \($0.place)') REPLY='\($0.completion)' ;;" }
            .joined(separator: "\n")
    }

    /// What does not depend on the declarations.
    private static let functions = #"""
        # Sets the array line to the words up to the cursor, joining what bash splits at = @ and :.
        _regapp_line() {
            local rest=$COMP_LINE word index
            line=()
            for ((index = 0; index <= COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                if ((index > 0)) && [[ $rest && $word && $rest == "$word"* ]]; then
                    line[${#line[@]} - 1]+=$word
                else
                    line+=("$word")
                fi
                rest=${rest#*"$word"}
            done
        }

        # Offers those of the words that begin with what is typed, quoted for the shell.
        _regapp_offer() {
            local word
            for word in "$@"; do
                [[ $word == "$typed"* ]] || continue
                printf -v word %q "${word#"$kept"}"
                COMPREPLY+=("$word")
            done
        }

        # Offers values of the kind $1.
        _regapp_offer_values() {
            local -a found
            case $1 in
            :text) ;;
            :file | :directory)
                compopt -o filenames 2>/dev/null
                if [[ $1 == :file ]]; then
                    mapfile -t found < <(compgen -f -- "$typed")
                else
                    mapfile -t found < <(compgen -d -- "$typed")
                fi
                COMPREPLY+=("${found[@]#"$kept"}")
                ;;
            :account)
                mapfile -t found < <(
                    "${line[0]}" ${documents:+"--documents=$documents"} --no-input accounts list 2>/dev/null
                )
                _regapp_offer "${found[@]%%$'\t'*}"
                ;;
            *)
                read -r -a found <<<"$1"
                _regapp_offer "${found[@]}"
                ;;
            esac
        }

        # Offers the options that are not on the line yet.
        _regapp_offer_options() {
            local -a options
            local option
            _regapp_options "$command"
            read -r -a options <<<"$REPLY"
            for option in "${options[@]}"; do
                [[ $given == *" $option "* ]] || _regapp_offer "$option"
            done
        }

        # Reads the words before the cursor into command, option, documents, given, ended and count.
        _regapp_read() {
            local word REPLY
            for word in "${line[@]:1:${#line[@]}-2}"; do
                if [[ $option && $word != --* ]]; then
                    [[ $option != --documents ]] || documents=$word
                    option=
                    continue
                fi
                option=
                if [[ -z $ended && $word == -?* ]]; then
                    [[ $word != -- ]] || ended=yes
                    [[ $word != --documents=* ]] || documents=${word#*=}
                    given+="${word%%=*} "
                    _regapp_value "$command" "$word"
                    [[ -z $REPLY ]] || option=$word
                    continue
                fi
                _regapp_next "$command"
                if [[ " $REPLY " == *" $word "* ]]; then
                    command+=${command:+ }$word
                else
                    ((count += 1))
                fi
            done
        }

        _regapp() {
            local -a line
            local REPLY command= option= documents= given=' ' ended= count=0
            _regapp_line
            _regapp_read
            COMPREPLY=()
            local typed=${line[${#line[@]} - 1]}
            if [[ -z $ended && $typed == --*=* ]]; then
                option=${typed%%=*}
                typed=${typed#*=}
            elif [[ $typed == --* ]]; then
                option=
            fi
            # What stands before the word that readline will replace.
            local kept=${typed%"${2-$typed}"}
            if [[ $option ]]; then
                _regapp_value "$command" "$option"
                _regapp_offer_values "$REPLY"
            elif [[ -z $ended && $typed == -* ]]; then
                _regapp_offer_options
            else
                _regapp_next "$command"
                [[ $REPLY ]] || _regapp_argument "$command" "$count"
                if [[ $REPLY ]]; then
                    _regapp_offer_values "$REPLY"
                elif [[ -z $ended ]]; then
                    _regapp_offer_options
                fi
            fi
        }

        complete -F _regapp regapp

        """#
}
