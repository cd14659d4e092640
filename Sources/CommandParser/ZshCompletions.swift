/// The completion script for zsh, to be sourced or to stand as `_regapp` in a directory of `fpath`.
enum ZshCompletions {
    static var script: String {
        """
        #compdef regapp
        # zsh completion for regapp \(Regapp.version), made by 'regapp completions zsh'

        # Sets reply to the words that may follow the command words $1, with explanations.
        _regapp_next() {
            case $1 in
        \(arms(CompletionContext.all.filter { !$0.next.isEmpty }, \.next))
            (*) reply=() ;;
            esac
        }

        # Sets reply to the options of the command words $1, with explanations.
        _regapp_options() {
            case $1 in
        \(arms(CompletionContext.all.filter { !$0.options.isEmpty }) { $0.options.map(row) })
            (*) reply=() ;;
            esac
            reply+=(
        \(lines(Regapp.everywhere.map(row)))
            )
        }

        # Sets REPLY to what option $2 takes after the command words $1, or to nothing for a flag.
        _regapp_value() {
            case "$1 $2" in
        \(valueArms)
            (*) REPLY= ;;
            esac
        }

        # Sets REPLY to what stands as argument number $2, from 0, after the command words $1.
        _regapp_argument() {
            case "$1 $2" in
        \(argumentArms)
            (*) REPLY= ;;
            esac
        }

        \(functions)
        """
    }

    private static func row(_ option: OptionDeclaration) -> HelpRow {
        HelpRow(option.id.typed, option.summary)
    }

    private static func arms(
        _ contexts: [CompletionContext], _ rows: (CompletionContext) -> [HelpRow]
    ) -> String {
        contexts.map { "    ('\($0.key)')\n        reply=(\n\(lines(rows($0)))\n        ) ;;" }
            .joined(separator: "\n")
    }

    /// `name:explanation`, each in single quotes.
    private static func lines(_ rows: [HelpRow]) -> String {
        rows.map { row in
            let text = "\(row.label):\(row.text)".split(separator: "'", omittingEmptySubsequences: false)
            return "            '" + text.joined(separator: "'\\''") + "'"
        }.joined(separator: "\n")
    }

    private static var valueArms: String {
        OptionValueRule.all.map { rule in
            let pattern = rule.key.map { "'\($0) \(rule.option)'" } ?? "*' \(rule.option)'"
            return "    (\(pattern)) REPLY='\(rule.completion)' ;;"
        }.joined(separator: "\n")
    }

    private static var argumentArms: String {
        ArgumentRule.all.map { "    ('\($0.key) \($0.place)') REPLY='\($0.completion)' ;;" }
            .joined(separator: "\n")
    }

    /// What does not depend on the declarations.
    private static let functions = #"""
        # Offers values of the kind $1.
        _regapp_offer_values() {
            local -a found
            case $1 in
            (:text) _message 'a value' ;;
            (:file) _files ;;
            (:directory) _files -/ ;;
            (:account)
                found=(${(f)"$($program ${documents:+--documents=$documents} --no-input accounts list 2>/dev/null)"})
                compadd -- "${(@)found%%$'\t'*}"
                ;;
            (*) compadd -- ${=1} ;;
            esac
        }

        # Offers the options that are not on the line yet.
        _regapp_offer_options() {
            local -a reply options
            local row
            _regapp_options "$command"
            for row in $reply; do
                [[ $given == *" ${row%%:*} "* ]] || options+=("$row")
            done
            _describe -o option options
        }

        # Reads the words before the cursor into command, option, documents, given, ended and count.
        _regapp_read() {
            local word REPLY
            local -a reply
            for word in "${(@Q)words[2,CURRENT-1]}"; do
                if [[ -n $option && $word != --* ]]; then
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
                if (( ${reply[(I)${(b)word}:*]} )); then
                    command+=${command:+ }$word
                else
                    (( count += 1 ))
                fi
            done
        }

        _regapp() {
            local REPLY program=${(Q)words[1]} command= option= documents= given=' ' ended=
            local -a reply
            local -i count=0
            _regapp_read
            if [[ -z $ended && $PREFIX == --*=* ]]; then
                option=${PREFIX%%=*}
                compset -P 1 '*='
            elif [[ $PREFIX == --* ]]; then
                option=
            fi
            if [[ -n $option ]]; then
                _regapp_value "$command" "$option"
                [[ -z $REPLY ]] || _regapp_offer_values "$REPLY"
            elif [[ -z $ended && $PREFIX == -* ]]; then
                _regapp_offer_options
            else
                _regapp_next "$command"
                if (( $#reply )); then
                    _describe command reply
                    return
                fi
                _regapp_argument "$command" $count
                if [[ -n $REPLY ]]; then
                    _regapp_offer_values "$REPLY"
                elif [[ -z $ended ]]; then
                    _regapp_offer_options
                fi
            fi
        }

        if [[ $funcstack[1] == _regapp ]]; then
            _regapp "$@"
        else
            compdef _regapp regapp
        fi

        """#
}
