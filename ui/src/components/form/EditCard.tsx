import { useState, type ReactNode } from 'react'
import { Button } from '@mui/material'
import type { Capability } from '@hearth/contracts/kernel/access'
import { useLock } from '../../session/session.ts'
import { problemText } from '../../data/http/problems.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../layout/Card.tsx'
import styles from './EditCard.module.css'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { useLockText } from '../feedback/useLockText.ts'
import { useSaved } from '../feedback/useSaved.tsx'

/** `text`: sentences, which stand below their label and not beside it. */
export type Line = Readonly<{ label: string; value: string; text?: boolean }>
/** What a draft would send and change; null while a field is wrong. */
export type Reading<R> = Readonly<{ body: unknown; patch: Partial<R> }> | null
type Row = Readonly<{ id: string; revision: number }>

type Props<R extends Row, D> = {
  title: string
  record: R
  resource: string
  verb: string
  capability: Capability
  touches?: readonly string[]
  /** What is said once it is saved. */
  saved: string
  /** What the button says that sends it; else that it is saved. */
  submit?: string
  /** From when on it counts, or who sees it. */
  note?: string
  /** The section in words; also what is compared when someone else changed it. */
  lines: (record: R) => readonly Line[]
  draftOf: (record: R) => D
  read: (draft: D, record: R) => Reading<R>
  form: (draft: D, set: (part: Partial<D>) => void) => ReactNode
  /** Below the lines, such as the policy's sentences. */
  children?: ReactNode
}

const Stale = ({
  now,
  yours,
  onMine,
  onTheirs,
}: {
  now: readonly Line[]
  yours: readonly Line[]
  onMine: () => void
  onTheirs: () => void
}) => {
  const t = useText()
  const different = now.flatMap(({ label, value }) => {
    const mine = yours.find((line) => line.label === label)?.value ?? value
    return mine === value ? [] : [{ label, value, mine }]
  })
  return (
    <div role="alert" className={styles['stale']}>
      <div>
        <h3>{t('edit.stale')}</h3>
        <p className="q">{t(different.length > 0 ? 'edit.staleText' : 'edit.staleElsewhere')}</p>
      </div>
      {different.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{t('edit.field')}</span>
              </th>
              <th scope="col">{t('edit.now')}</th>
              <th scope="col">{t('edit.yours')}</th>
            </tr>
          </thead>
          <tbody>
            {different.map(({ label, value, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
                <td className="strong">{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles['actions']}>
        <Button variant="contained" color="primary" onClick={onMine}>
          {t('edit.useMine')}
        </Button>
        <Button onClick={onTheirs}>{t('edit.useTheirs')}</Button>
      </div>
    </div>
  )
}

/**
 * A section of a record that is read, and changed in place. When someone else changed it meanwhile, both
 * values are shown.
 */
export const EditCard = <R extends Row, D extends object>({
  title,
  record,
  resource,
  verb,
  capability,
  touches = [],
  saved: savedText,
  submit,
  note,
  lines,
  draftOf,
  read,
  form,
  children,
}: Props<R, D>) => {
  const t = useText()
  const lock = useLock(capability)
  const lockText = useLockText(capability)
  const saved = useSaved()
  const [edited, setEdited] = useState<{ opened: R; draft: D } | null>(null)
  const command = useCommand({
    resource,
    verb,
    ifMatch: true,
    touches,
    onSuccess: () => {
      setEdited(null)
      saved(savedText)
    },
  })
  const shown = lines(record)
  const reading = edited && read(edited.draft, record)
  const yours = reading ? lines({ ...record, ...reading.patch }) : shown
  const same = (a: readonly Line[], b: readonly Line[]) => JSON.stringify(a) === JSON.stringify(b)
  const dirty = edited !== null && JSON.stringify(edited.draft) !== JSON.stringify(draftOf(edited.opened))
  const stale =
    edited !== null && !command.pending && !same(shown, lines(edited.opened)) && !same(shown, yours)
  const send = () =>
    reading &&
    command.run({
      record: { id: record.id, revision: record.revision },
      body: reading.body,
      patch: reading.patch,
    })
  const close = () => {
    setEdited(null)
    command.reset()
  }

  if (edited === null) {
    // Roles without the right do not see the button; staff in a host's place see it, and why it is locked.
    const change =
      lock === 'role' ? undefined : (
        <Button
          variant="text"
          size="small"
          disabled={lock !== undefined}
          onClick={() => setEdited({ opened: record, draft: draftOf(record) })}
          aria-label={`${t('edit.change')}: ${title}`}
        >
          {t('edit.change')}
        </Button>
      )
    return (
      <Card title={title} action={change}>
        {change !== undefined && lock !== undefined && (
          <p className={`small c ${styles['locked']}`}>{lockText}</p>
        )}
        <dl className={`${styles['lines']} num`}>
          {shown.map(({ label, value, text }) => (
            <div key={label} data-text={text || undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </Card>
    )
  }
  return (
    <Card title={title}>
      <form
        className={styles['body']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (dirty && !stale) send()
        }}
      >
        {form(edited.draft, (part) => setEdited({ ...edited, draft: { ...edited.draft, ...part } }))}
        {note !== undefined && <p className="cap c">{note}</p>}
        {command.error !== null && !stale && (
          <p role="alert" className="bad-ink small">
            {problemText(command.error, t)}
          </p>
        )}
        {stale ? (
          <Stale
            now={shown}
            yours={yours}
            onMine={() => {
              setEdited({ ...edited, opened: record })
              send()
            }}
            onTheirs={close}
          />
        ) : (
          <div className={styles['actions']}>
            <Button
              type="submit"
              variant="contained"
              color="primary"
              disabled={!dirty || reading === null || command.paused}
              loading={command.pending && !command.paused}
            >
              {submit ?? t('edit.save')}
            </Button>
            <Button onClick={close}>{t('edit.discard')}</Button>
          </div>
        )}
        {command.paused && <p className="q">{t('calendar.waits')}</p>}
      </form>
      {dirty && !command.pending && <UnsavedGuard />}
    </Card>
  )
}
