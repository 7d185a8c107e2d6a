/**
 * The words of a command line that starts an event store. Each may contain placeholders; the first ones may be
 * variables of the environment, `NAME=value`, as in a shell.
 */
export type EventStoreCommand = readonly string[]

export type Placeholders = Readonly<{
  port: number
  /** A directory for the server's data. */
  directory: string
  /** A PostgreSQL database for the server's data. */
  database: string
  /** A port for the server's metrics, if it has any. */
  metricsPort: number
  /** A port for the other nodes of a cluster; EventStoreDB opens it without a cluster, too. */
  replicationPort: number
}>

const WORD = /(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/gs
const QUOTED = /\\(.)|'([^']*)'|"((?:[^"\\]|\\.)*)"/gs
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*=/

const unquote = (word: string): string =>
  word.replaceAll(
    QUOTED,
    (_, escaped?: string, single?: string, double = '') =>
      escaped ?? single ?? String(double).replaceAll(/\\(["\\])/g, '$1'),
  )

/** Splits a command line into words, as a shell does. Answers what is wrong as the end of a sentence about it. */
export const parseEventStoreCommand = (text: string): EventStoreCommand | Readonly<{ problem: string }> => {
  if (text.replaceAll(WORD, '').trim() !== '') return { problem: 'must end each quotation that it begins' }
  const words = (text.match(WORD) ?? []).map(unquote)
  if (words.every((word) => VARIABLE.test(word))) return { problem: 'must name a program' }
  if (!text.includes('{port}'))
    return { problem: 'must contain {port}, where the port of the server belongs' }
  return words
}

/** The program to start, with values for the placeholders. */
export const fillIn = (
  command: EventStoreCommand,
  values: Placeholders,
): Readonly<{ program: string; args: readonly string[]; environment: Readonly<Record<string, string>> }> => {
  const words = command.map((word) =>
    word.replaceAll(
      /\{(port|directory|database|metricsPort|replicationPort)\}/g,
      (_, name: keyof Placeholders) => String(values[name]),
    ),
  )
  const at = words.findIndex((word) => !VARIABLE.test(word))
  const [program = '', ...args] = words.slice(at)
  const environment = Object.fromEntries(
    words.slice(0, at).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  return { program, args, environment }
}
