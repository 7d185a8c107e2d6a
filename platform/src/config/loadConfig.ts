import { z } from 'zod'
import { productionProblems, type Environment, type SettingProblem } from './productionRules.ts'

/** The process's exit code for a wrong setting (EX_CONFIG). */
export const EXIT_CONFIG = 78

/** Thrown for wrong settings. Names them and says what they must be, never what they are. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(readonly problems: readonly SettingProblem[]) {
    super(problems.map(({ field, detail }) => `${field}: ${detail}`).join('\n'))
  }
}

// Zod's own messages may repeat the value; ours, for refinements and patterns, do not.
const describeIssue = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'invalid_type') return 'is missing'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} characters`
  return issue.code === 'custom' || issue.code === 'invalid_format' ? issue.message : 'is not valid'
}

/** The process's settings, or a ConfigError with every wrong field. An empty variable counts as absent. */
export const readConfig = <S extends z.ZodObject>(schema: S, env: Environment = process.env): z.output<S> => {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const known = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (name in present ? [[name, present[name]]] : [])),
  )
  const result = schema.safeParse(known)
  const wrong = result.success
    ? []
    : result.error.issues.map((issue) => ({
        field: String(issue.path[0] ?? ''),
        detail: describeIssue(issue),
      }))
  const named = new Set(wrong.map(({ field }) => field))
  const problems = [
    ...wrong,
    ...productionProblems(present, new Set(Object.keys(schema.shape).filter((field) => !named.has(field)))),
  ]
  if (!result.success || problems.length > 0) throw new ConfigError(problems)
  return result.data
}

/**
 * As `readConfig`; ends the process with 78 and the fields' names on standard error when a setting is wrong.
 */
export const loadConfig = <S extends z.ZodObject>(schema: S, env: Environment = process.env): z.output<S> => {
  try {
    return readConfig(schema, env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`Wrong settings:\n${error.message}\n`)
    process.exit(EXIT_CONFIG)
  }
}
