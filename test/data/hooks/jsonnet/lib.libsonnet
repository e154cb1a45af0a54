{
  greet(who): { greeting: (import 'nested/word.json').word + ', ' + who + '!' },
}
