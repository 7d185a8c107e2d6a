import { useEffect, useLayoutEffect, useState } from 'react'
import { hashKey } from '@tanstack/react-query'
import { get, useForm, useWatch, type FieldValues, type Path } from 'react-hook-form'
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { problem, type FieldError } from '@hearth/contracts/kernel/problem'
import { readProblem } from '../../data/http/problems.ts'

type Command = Readonly<{ pending: boolean; paused?: boolean; error: unknown }>
type Options<Values extends FieldValues, Body> = Readonly<{
  /** Of the command, without the fields that `send` adds. */
  schema: z.ZodType<Body, Values>
  /** What the fields show first. When it changes, fields that the person has not changed follow it. */
  values: Values
  /** As `useCommand` or `usePost` return it. */
  command: Command
  /** Sends what the schema made of the fields. */
  send: (body: Body) => void
  /** When a field is checked first: as it changes, or when the form is sent. */
  mode?: 'onChange' | 'onSubmit'
}>

const KEEP_CHANGES = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepTouched: true }
const START_OVER = { keepDirtyValues: false, keepDirty: false, keepErrors: false, keepTouched: false }

const isNameIn = <Values extends FieldValues>(values: Values, name: string): name is Path<Values> =>
  get(values, name) !== undefined

/** As the server would refuse it. */
const refuse = (errors: readonly FieldError[]) => ({
  status: 422,
  body: problem('VALIDATION_FAILED', undefined, { errors }),
})

/**
 * The fields of one command, checked by the command's own schema before they are sent. What is wrong is shown
 * at its field; `error` has what no field shows.
 */
export const useCommandForm = <Values extends FieldValues, Body>({
  schema,
  values,
  command,
  send,
  mode = 'onChange',
}: Options<Values, Body>) => {
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(schema),
    values,
    mode,
    resetOptions: KEEP_CHANGES,
  })
  // Reading them makes the form keep them: fields follow `values` unless they are dirty.
  const { isDirty, dirtyFields, errors } = form.formState
  const shown = useWatch({ control: form.control, compute: (all: Values) => ({ ...all }) })
  const parsed = schema.safeParse(shown)
  const [unshown, setUnshown] = useState<unknown>(null)

  useLayoutEffect(() => {
    /** Shows the server's reason at its field; false where there is none. */
    const showAtField = ({ pointer, detail }: FieldError) => {
      const name = pointer.slice(1).replaceAll('/', '.')
      if (!isNameIn(form.getValues(), name)) return false
      form.setError(name, { type: 'server', message: detail })
      if (form.getFieldState(name).error?.ref !== undefined) return true
      form.clearErrors(name)
      return false
    }
    const shownThere = (readProblem(command.error)?.errors ?? []).map(showAtField)
    if (shownThere.includes(false)) form.setError('root.elsewhere', { type: 'server' })
  }, [form, command.error])

  const dirty = hashKey([shown]) !== hashKey([values])
  // What was saved counts as unchanged as soon as the record shows it.
  const settled = isDirty && !dirty && !command.pending && command.error === null
  useEffect(() => {
    if (settled) form.reset(values, START_OVER)
  }, [form, settled, values])

  const submit = () => {
    setUnshown(null)
    void form.handleSubmit(send, () => {
      const issues = schema.safeParse(form.getValues()).error?.issues ?? []
      const hidden = issues.flatMap(({ path, message }) => {
        const name = path.join('.')
        const atField = isNameIn(form.getValues(), name) && form.getFieldState(name).error?.ref !== undefined
        return atField ? [] : [{ pointer: `/${path.join('/')}`, detail: message }]
      })
      if (hidden.length > 0) setUnshown(refuse(hidden))
    })()
  }
  const hasFieldErrors = (readProblem(command.error)?.errors ?? []).length > 0
  const atFields = hasFieldErrors && errors.root?.['elsewhere'] === undefined
  const error = unshown ?? (atFields ? null : command.error)
  const { pending, paused = false } = command
  return {
    control: form.control,
    /** Changes fields that have no component of the kit. */
    set: (part: Partial<Values>) => form.setValues(part, { shouldDirty: true, shouldValidate: true }),
    /** What the fields hold now. */
    values: shown,
    /** What would be sent; undefined while something is wrong. */
    body: parsed.data,
    dirty,
    dirtyFields,
    pending,
    paused,
    error,
    submit,
    /** For a `FormDialog`. */
    sending: { pending, error, onSubmit: submit },
    /** Drops what the person changed. */
    reset: () => form.reset(values, START_OVER),
  }
}
