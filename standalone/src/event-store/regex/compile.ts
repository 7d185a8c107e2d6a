import { RE2JS, RE2JSSyntaxException } from 're2js'
import { malformed } from './refusals.ts'
import { translateRegex } from './translate.ts'

/**
 * A test for the texts in which the regular expression matches somewhere. It runs without backtracking: no
 * expression that a client sends can keep the server busy. Throws INVALID_ARGUMENT when the expression does
 * not compile or cannot be run in this way.
 */
export const compileRegex = (source: string): ((text: string) => boolean) => {
  const translated = translateRegex(source)
  try {
    const regex = RE2JS.compile(translated)
    return (text) => regex.test(text)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw malformed(error.error)
    throw error
  }
}
