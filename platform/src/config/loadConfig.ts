import { z } from 'zod'

/** The process's exit code for a wrong setting (EX_CONFIG). */
export const EXIT_CONFIG = 78

/** Thrown for wrong settings. Names them and says what they must be, never what they are. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(readonly problems: readonly Readonly<{ field: string; detail: string }>[]) {
    super(problems.map(({ field, detail }) => `${field}: ${detail}`).join('\n'))
  }
}

type Environment = Readonly<Record<string, string | undefined>>

// Zod's own messages may repeat the value; ours, for refinements and patterns, do not.
const detailOf = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'invalid_type') return 'is missing'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} characters`
  return issue.code === 'custom' || issue.code === 'invalid_format' ? issue.message : 'is not valid'
}

/** Settings with which a production system would be open to the world (reliability.md T30). */
const productionProblems = (env: Environment) => {
  if (env['NODE_ENV'] !== 'production') return []
  const rules: readonly [field: string, wrong: (text: string) => boolean, detail: string][] = [
    ['PUBLIC_URL', (text) => !text.startsWith('https:'), 'must be https in production'],
    ['EVENTSTORE_URL', (text) => /tls=false|insecure/i.test(text), 'must use TLS in production'],
    ['EVENTSTORE_URL', (text) => /tlsverifycert=false/i.test(text), 'must verify certificates in production'],
    ['EVENTSTORE_URL', (text) => text.includes('changeit'), 'must not use the default password in production'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', (text) => text === '0', 'must not be 0 in production'],
    ['DATABASE_URL', (text) => /sslmode=(disable|allow)/i.test(text) && !/@(localhost|127\.0\.0\.1|\[::1\])/.test(text), 'must use TLS in production'],
    ['SENTRY_DSN', (text) => !text.startsWith('https:'), 'must be https in production'],
  ]
  return rules.flatMap(([field, wrong, detail]) => (env[field] !== undefined && wrong(env[field]) ? [{ field, detail }] : []))
}

/** The process's settings, or a ConfigError with every wrong field. An empty variable counts as absent. */
export const readConfig = <S extends z.ZodObject>(schema: S, env: Environment = process.env): z.output<S> => {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const known = Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (name in present ? [[name, present[name]]] : [])))
  const result = schema.safeParse(known)
  const problems = [
    ...(result.success ? [] : result.error.issues.map((issue) => ({ field: String(issue.path[0] ?? ''), detail: detailOf(issue) }))),
    ...productionProblems(present),
  ]
  if (!result.success || problems.length > 0) throw new ConfigError(problems)
  return result.data
}

/** As `readConfig`; ends the process with 78 and the fields' names on standard error when a setting is wrong. */
export const loadConfig = <S extends z.ZodObject>(schema: S, env: Environment = process.env): z.output<S> => {
  try {
    return readConfig(schema, env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`Wrong settings:\n${error.message}\n`)
    process.exit(EXIT_CONFIG)
  }
}
