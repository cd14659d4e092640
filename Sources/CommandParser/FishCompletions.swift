/// The completion script for fish 3 and later.
enum FishCompletions {
    static var script: String {
        """
        # fish completion for regapp \(Regapp.version), made by 'regapp completions fish'

        # Prints the words that may follow the command words $argv[1], with explanations.
        function __regapp_next
            switch $argv[1]
        \(cases(CompletionContext.all.filter { !$0.next.isEmpty }, \.next))
            end
        end

        # Prints the options of the command words $argv[1], with explanations.
        function __regapp_options
            switch $argv[1]
        \(cases(CompletionContext.all.filter { !$0.options.isEmpty }) { $0.options.map(row) })
            end
        \(lines(Regapp.everywhere.map(row)))
        end

        # Prints what option $argv[2] takes after the command words $argv[1], or nothing for a flag.
        function __regapp_value
            switch "$argv[1] $argv[2]"
        \(valueCases)
            end
        end

        # Prints what stands as argument number $argv[2], from 0, after the command words $argv[1].
        function __regapp_argument
            switch "$argv[1] $argv[2]"
        \(argumentCases)
            end
        end

        \(functions)
        """
    }

    private static func row(_ option: OptionDeclaration) -> HelpRow {
        HelpRow(option.id.typed, option.summary)
    }

    private static func cases(
        _ contexts: [CompletionContext], _ rows: (CompletionContext) -> [HelpRow]
    ) -> String {
        contexts.map { "        case '\($0.key)'\n\(lines(rows($0)))" }.joined(separator: "\n")
    }

    private static func lines(_ rows: [HelpRow]) -> String {
        rows.map { "            printf '%s\\t%s\\n' \($0.label) \(quoted($0.text))" }.joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }

    private static var valueCases: String {
        OptionValueRule.all.map { rule in
            let pattern = "'\(rule.key ?? "*") \(rule.option)'"
            return "        case \(pattern)\n            echo '\(rule.completion)'"
        }.joined(separator: "\n")
    }

    private static var argumentCases: String {
        ArgumentRule.all.map { "        case '\($0.key) \($0.place)'\n            echo '\($0.completion)'" }
            .joined(separator: "\n")
    }

    /// What does not depend on the declarations.
    private static let functions = #"""
        # Prints values of the kind $argv[1]; $argv[2] is typed, $argv[3..] runs regapp.
        function __regapp_offer_values
            switch $argv[1]
                case :text
                case :file
                    __fish_complete_path $argv[2]
                case :directory
                    __fish_complete_directories $argv[2]
                case :account
                    $argv[3..-1] --no-input accounts list 2>/dev/null | string replace -r '\t.*' ''
                case '*'
                    string split ' ' -- $argv[1]
            end
        end

        function __regapp_complete
            set -l line (commandline -opc)
            set -l typed (commandline -ct)
            set -l run $line[1]
            set -l command ''
            set -l option ''
            set -l given
            set -l ended ''
            set -l count 0
            for word in $line[2..-1]
                if test -n "$option"; and not string match -q -- '--*' $word
                    test "$option" = --documents; and set -a run --documents=$word
                    set option ''
                    continue
                end
                set option ''
                if test -z "$ended"; and string match -q -- '-?*' $word
                    test "$word" = --; and set ended yes
                    string match -q -- '--documents=*' $word; and set -a run $word
                    set -a given (string split -m 1 = -- $word)[1]
                    test -n "$(__regapp_value "$command" $word)"; and set option $word
                    continue
                end
                if contains -- $word (__regapp_next "$command" | string replace -r '\t.*' '')
                    set command (string trim -- "$command $word")
                else
                    set count (math $count + 1)
                end
            end
            set -l before ''
            if test -z "$ended"; and string match -q -- '--*=*' $typed
                set -l parts (string split -m 1 = -- $typed)
                set option $parts[1]
                set before $parts[1]=
                set typed $parts[2]
            else if string match -q -- '--*' $typed
                set option ''
            end
            if test -n "$option"
                set -l kind (__regapp_value "$command" $option)
                test -n "$kind"; or return
                for value in (__regapp_offer_values $kind "$typed" $run)
                    echo $before$value
                end
                return
            end
            if test -n "$ended"; or not string match -q -- '-*' $typed
                set -l next (__regapp_next "$command")
                if test -n "$next"
                    printf '%s\n' $next
                    return
                end
                set -l kind (__regapp_argument "$command" $count)
                if test -n "$kind"
                    __regapp_offer_values $kind "$typed" $run
                    return
                end
            end
            test -z "$ended"; or return
            for row in (__regapp_options "$command")
                contains -- (string split \t -- $row)[1] $given; or echo $row
            end
        end

        complete -c regapp -f -a '(__regapp_complete)'

        """#
}
