import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { hashKey } from '@tanstack/react-query'
import { get, useForm, useWatch, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { problem, type FieldError } from '@hearth/contracts/kernel/problem'
import { keepDraft, readDraft } from '../../data/drafts.ts'
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
  /**
   * Keeps typed texts under this name until they are sent, also over a reload (docs/domain/console.md#drafts).
   * `fields`: only these; a form with numbers of banks, codes or passwords names what else it has.
   */
  draft?: string | Readonly<{ name: string; fields: readonly (keyof Values & string)[] }>
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

const readFieldErrors = (error: unknown) => readProblem(error)?.errors ?? []

/** Whether a field on the screen shows an error of this name. */
const isAtField = <Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  name: string,
) => isNameIn(form.getValues(), name) && form.getFieldState(name).error?.ref !== undefined

/** Shows the server's reasons at their fields. Returns the error unless the fields show all of it. */
const useServerError = <Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  error: unknown,
) => {
  useLayoutEffect(() => {
    /** False where the reason has no field. */
    const showAtField = ({ pointer, detail }: FieldError) => {
      const name = pointer.slice(1).replaceAll('/', '.')
      if (!isNameIn(form.getValues(), name)) return false
      form.setError(name, { type: 'server', message: detail })
      if (isAtField(form, name)) return true
      form.clearErrors(name)
      return false
    }
    const shownThere = readFieldErrors(error).map(showAtField)
    if (shownThere.includes(false)) form.setError('root.elsewhere', { type: 'server' })
  }, [form, error])
  const { root } = form.formState.errors
  return readFieldErrors(error).length > 0 && root?.['elsewhere'] === undefined ? null : error
}

/** Sends the form. `hiddenError` is what the schema refuses of fields that are not on the screen. */
const useSubmit = <Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  { schema, send }: Pick<Options<Values, Body>, 'schema' | 'send'>,
) => {
  const [hiddenError, setHiddenError] = useState<unknown>(null)
  const submit = () => {
    setHiddenError(null)
    void form.handleSubmit(send, () => {
      const issues = schema.safeParse(form.getValues()).error?.issues ?? []
      const hidden = issues.flatMap(({ path, message }) =>
        isAtField(form, path.join('.')) ? [] : [{ pointer: `/${path.join('/')}`, detail: message }],
      )
      if (hidden.length > 0) setHiddenError(refuse(hidden))
    })()
  }
  return { submit, hiddenError }
}

type Texts = Readonly<Record<string, string>>

const readTexts = (draft: string): Texts => {
  try {
    const kept: unknown = JSON.parse(readDraft(draft))
    const fields = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
    return Object.fromEntries(fields.filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

const pickChanged = <Values extends FieldValues>(shown: Values, values: Values): Texts =>
  Object.fromEntries(
    Object.entries(shown).filter(([name, value]) => typeof value === 'string' && value !== get(values, name)),
  )

/** Fills the form with the texts of its draft, and keeps what is typed. Returns how to drop and to keep it. */
const useFormDraft = <Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  {
    draft: kept,
    values,
    shown,
    error,
  }: Pick<Options<Values, Body>, 'draft' | 'values'> & Readonly<{ shown: Values; error: unknown }>,
) => {
  const opened = useRef<string>(undefined)
  const draft = typeof kept === 'object' ? kept.name : kept
  const isKept = (name: string) => typeof kept !== 'object' || kept.fields.includes(name)
  const keep = () => {
    if (draft === undefined) return
    const texts = Object.fromEntries(
      Object.entries(pickChanged(shown, values)).filter(([name]) => isKept(name)),
    )
    keepDraft(draft, Object.keys(texts).length === 0 ? '' : JSON.stringify(texts))
  }
  useEffect(() => {
    if (opened.current === draft) return keep()
    opened.current = draft
    if (draft === undefined) return
    const texts = Object.entries(readTexts(draft)).filter(([name]) => isNameIn(form.getValues(), name))
    if (texts.length > 0) form.setValues(Object.fromEntries(texts) as Partial<Values>, { shouldDirty: true })
    // What is typed is kept as it changes, and once more after a refusal: it was dropped when it was sent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft, hashKey([shown]), error])
  return () => {
    if (draft !== undefined) keepDraft(draft, '')
  }
}

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
  draft,
}: Options<Values, Body>) => {
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(schema),
    values,
    mode,
    resetOptions: KEEP_CHANGES,
  })
  // Reading them makes the form keep them: fields follow `values` unless they are dirty.
  const { isDirty, dirtyFields } = form.formState
  const shown = useWatch({ control: form.control, compute: (all: Values) => ({ ...all }) })
  const parsed = schema.safeParse(shown)
  const serverError = useServerError(form, command.error)
  const dropDraft = useFormDraft(form, {
    ...(draft === undefined ? {} : { draft }),
    values,
    shown,
    error: command.error,
  })
  const { submit, hiddenError } = useSubmit(form, {
    schema,
    send: (body) => {
      dropDraft()
      send(body)
    },
  })

  const dirty = hashKey([shown]) !== hashKey([values])
  // What was saved counts as unchanged as soon as the record shows it.
  const settled = isDirty && !dirty && !command.pending && command.error === null
  useEffect(() => {
    if (settled) form.reset(values, START_OVER)
  }, [form, settled, values])

  const { pending, paused = false } = command
  const error = hiddenError ?? serverError
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

/** What `useCommandForm` returns. */
export type FieldsForm<Values extends FieldValues, Body> = ReturnType<typeof useCommandForm<Values, Body>>
