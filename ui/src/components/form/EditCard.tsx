import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import type { Capability } from '@hearth/contracts/kernel/access'
import { useLock } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../layout/Card.tsx'
import styles from './EditCard.module.css'
import { FocusFirst } from './FocusFirst.tsx'
import { EditForm, type EditProps, type Row } from './EditForm.tsx'
import { useLockText } from '../feedback/useLockText.ts'
import { useSaved } from '../feedback/useSaved.tsx'

type Props<R extends Row, Values extends FieldValues, Body> = EditProps<R, Values, Body> & {
  title: string
  capability: Capability
  /** What is said once it is saved. */
  saved: string
  /** Below the lines, such as the policy's sentences. */
  children?: ReactNode
}

/**
 * A section of a record that is read, and changed in place. When someone else changed it meanwhile, both
 * values are shown.
 */
export const EditCard = <R extends Row, Values extends FieldValues, Body>({
  title,
  capability,
  saved: savedText,
  children,
  ...edit
}: Props<R, Values, Body>) => {
  const t = useText()
  const lock = useLock(capability)
  const lockText = useLockText(capability)
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  // Once the form is closed, the focus returns to the button that opened it.
  const close = () => {
    flushSync(() => setOpen(false))
    changeButton.current?.focus()
  }
  if (open)
    return (
      <Card title={title}>
        <FocusFirst>
          <EditForm
            {...edit}
            onSaved={() => {
              close()
              saved(savedText)
            }}
            onClose={close}
          />
        </FocusFirst>
      </Card>
    )
  // Roles without the right do not see the button; staff who impersonate a host see it, and why it is locked.
  const change = lock !== 'role' && (
    <Button
      ref={changeButton}
      variant="text"
      size="small"
      disabled={lock !== undefined}
      onClick={() => setOpen(true)}
      aria-label={`${t('edit.change')}: ${title}`}
    >
      {t('edit.change')}
    </Button>
  )
  return (
    <Card title={title} action={change}>
      {lock !== 'role' && lock !== undefined && <p className={`small c ${styles['locked']}`}>{lockText}</p>}
      <dl className={`${styles['lines']} num`}>
        {edit.lines(edit.record).map(({ label, value, text }) => (
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
