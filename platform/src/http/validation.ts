import type { FieldError } from '@hearth/contracts/kernel/problem'
import type { z } from 'zod'
import { AppProblem } from './appProblem.ts'

// The body of a refusal stays under 4 kB and repeats no input of more than 64 characters
// (docs/domain/commands.md#problems).
const MAX_ERRORS = 12
const MAX_STEP = 40
const MAX_STEPS = 6
const MAX_DETAIL = 140

const shorten = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
const escape = (step: PropertyKey) =>
  shorten(String(step).replaceAll('~', '~0').replaceAll('/', '~1'), MAX_STEP)

/** RFC 6901 pointer of a path, its steps cut to a readable length. */
export const formatPointer = (path: readonly PropertyKey[]) =>
  path
    .slice(0, MAX_STEPS)
    .map((step) => `/${escape(step)}`)
    .join('')

const listErrors = (issue: z.core.$ZodIssue): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, MAX_ERRORS)
        .map((key) => ({ pointer: formatPointer([...issue.path, key]), detail: 'isn’t a known field' }))
    : [{ pointer: formatPointer(issue.path), detail: shorten(issue.message, MAX_DETAIL) }]

/** 422 with one line per wrong field. */
export const validationProblem = (error: z.core.$ZodError) =>
  new AppProblem('VALIDATION_FAILED', undefined, {
    errors: error.issues.flatMap(listErrors).slice(0, MAX_ERRORS),
  })

/** 422 for one field, for checks that no schema can make. */
export const fieldProblem = (pointer: string, detail: string) =>
  new AppProblem('VALIDATION_FAILED', undefined, {
    errors: [{ pointer: shorten(pointer, MAX_STEP * 2), detail: shorten(detail, MAX_DETAIL) }],
  })

/** The schema's output, or a thrown 422. */
export const parseOrRefuse = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const result = schema.safeParse(value)
  if (!result.success) throw validationProblem(result.error)
  return result.data
}
