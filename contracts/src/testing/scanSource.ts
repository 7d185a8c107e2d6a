/** A part of a source file that has words in it, with the line on which it starts. */
export type Piece = Readonly<{ kind: 'comment' | 'text' | 'code'; line: number; text: string }>

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
const CODE = /[\w$]+|\s+|[^\w$\s]/y
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
/** What comes before a slash that starts a regular expression and does not divide. */
const BEFORE_REGEX = /(?:^|[([{,;=:!&|?+\-*%<>~^}]|\b(?:return|case|typeof|in|of))\s*$/

/**
 * Comments, the texts of string literals and templates, and names of a TypeScript file, in order. It knows
 * no grammar, so that it reads all sources of the repository within a second.
 */
export const scanSource = (source: string): readonly Piece[] => {
  const pieces: Piece[] = []
  /** For each open `${`, how many braces are open inside it. */
  const depths: number[] = []
  let at = 0
  let line = 1
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const add = (kind: Piece['kind'], text: string, raw: string) => {
    if (/\w/.test(text)) pieces.push({ kind, line, text })
    line += raw.split('\n').length - 1
  }
  const readTemplate = () => {
    const part = take(TEMPLATE_PART) ?? ''
    add('text', part, part)
    if (source[at] === '`') at += 1
    else if (source.startsWith('${', at)) {
      at += 2
      depths.push(0)
    }
  }
  while (at < source.length) {
    const comment = take(COMMENT)
    if (comment !== undefined) {
      add('comment', comment, comment)
      continue
    }
    const quoted = take(QUOTED)
    if (quoted !== undefined) {
      add('text', quoted.slice(1, -1), quoted)
      continue
    }
    if (source[at] === '/' && BEFORE_REGEX.test(source.slice(Math.max(0, at - 40), at)) && take(REGEX))
      continue
    const code = take(CODE) ?? ''
    if (code === '`') readTemplate()
    else if (code === '}' && depths.at(-1) === 0) {
      depths.pop()
      readTemplate()
    } else {
      const depth = depths.pop()
      if (depth !== undefined) depths.push(depth + (code === '{' ? 1 : code === '}' ? -1 : 0))
      add('code', code, code)
    }
  }
  return pieces
}
