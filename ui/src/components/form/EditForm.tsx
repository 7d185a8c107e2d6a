import { useState, type ReactNode } from 'react'
import { Button } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { CommandForm } from './CommandForm.tsx'
import styles from './EditCard.module.css'
import { StaleChoice, type ChangedLine } from './StaleChoice.tsx'
import { useCommandForm, type FieldsForm } from './useCommandForm.ts'

export type Row = Readonly<{ id: string; revision: number }>
/** `text`: sentences, which stand below their label and not beside it. */
export type Line = Readonly<{ label: string; value: string; text?: boolean }>

export type EditProps<R extends Row, Values extends FieldValues, Body> = Readonly<{
  record: R
  resource: string
  verb: string
  touches?: readonly string[]
  /** What the button says that sends it; else that it is saved. */
  submit?: string
  /** From when on it counts, or who sees it. */
  note?: string
  /** The section in words; also what is compared when someone else changed it. */
  lines: (record: R) => readonly Line[]
  /** Of what the fields hold. */
  schema: z.ZodType<Body, Values>
  values: (record: R) => Values
  /** What is sent, and what the record shows then. */
  change: (fields: Body, record: R) => Readonly<{ body: unknown; patch: Partial<R> }>
  form: (form: FieldsForm<Values, Body>) => ReactNode
}>

const same = (a: readonly Line[], b: readonly Line[]) => JSON.stringify(a) === JSON.stringify(b)
const find = (lines: readonly Line[], label: string) => lines.find((line) => line.label === label)?.value

/** Lines that another person changed since, and this person too, to something else. */
const findConflicts = (seen: readonly Line[], now: readonly Line[], mine: readonly Line[]): ChangedLine[] =>
  now.flatMap(({ label, value }) => {
    const own = find(mine, label) ?? value
    return value === find(seen, label) || own === value ? [] : [{ label, value, mine: own }]
  })

type SectionProps<R extends Row, Values extends FieldValues, Body> = Pick<
  EditProps<R, Values, Body>,
  'record' | 'resource' | 'verb' | 'touches' | 'lines' | 'schema' | 'values' | 'change'
> &
  Readonly<{ onSaved: () => void }>

/** The form of one section of a record, and what another person has changed in it since it was opened. */
const useSectionForm = <R extends Row, Values extends FieldValues, Body>({
  record,
  resource,
  verb,
  touches = [],
  lines,
  schema,
  values,
  change,
  onSaved,
}: SectionProps<R, Values, Body>) => {
  /** What the person has seen of the record. */
  const [seen, setSeen] = useState(record)
  const command = useCommand({ resource, verb, ifMatch: true, touches, onSuccess: onSaved })
  const form = useCommandForm({
    schema,
    values: values(record),
    command,
    send: (body) =>
      command.run({ record: { id: record.id, revision: record.revision }, ...change(body, record) }),
  })
  const [then, now] = [lines(seen), lines(record)]
  const mine = form.body === undefined ? now : lines({ ...record, ...change(form.body, record).patch })
  return {
    form,
    conflicts: form.pending ? [] : findConflicts(then, now, mine),
    changedElsewhere: !form.pending && !same(then, now),
    markSeen: () => setSeen(record),
  }
}

/** The fields of an opened `EditCard`. */
export const EditForm = <R extends Row, Values extends FieldValues, Body>({
  submit,
  note,
  form: fields,
  onClose,
  ...section
}: EditProps<R, Values, Body> & Readonly<{ onSaved: () => void; onClose: () => void }>) => {
  const t = useText()
  const { form, conflicts, changedElsewhere, markSeen } = useSectionForm(section)
  const stale = conflicts.length > 0
  const ready = form.dirty && !stale
  return (
    <CommandForm
      guarded
      className={styles['body']}
      form={{ ...form, submit: () => void (ready && form.submit()) }}
    >
      {fields(form)}
      {note !== undefined && <p className="cap c">{note}</p>}
      {!stale && <ProblemText error={form.error} />}
      {!stale && changedElsewhere && (
        <p role="status" className="small q">
          {t('edit.staleElsewhere')}
        </p>
      )}
      {stale ? (
        <StaleChoice
          changed={conflicts}
          onMine={() => {
            markSeen()
            form.submit()
          }}
          onTheirs={onClose}
        />
      ) : (
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={!ready || form.body === undefined || form.paused}
            loading={form.pending && !form.paused}
          >
            {submit ?? t('edit.save')}
          </Button>
          <Button onClick={onClose}>{t('edit.discard')}</Button>
        </div>
      )}
      {form.paused && <p className="q">{t('app.waits')}</p>}
    </CommandForm>
  )
}
