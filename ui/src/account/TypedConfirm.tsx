import { useState, type ReactNode } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { Capability } from '@hearth/contracts/kernel/access'
import { useLock } from '../session/session.ts'
import { Field } from '../components/form/Field.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useLockText } from '../components/feedback/useLockText.ts'
import styles from './Account.module.css'
import { useAccountCommand } from './useAccountCommand.ts'

type Props = {
  verb: string
  capability: Capability
  /** The word to type; undefined while nothing is chosen. */
  word: string | undefined
  body: unknown
  type: string
  toConfirm: string
  submit: string
  /** Why the button is disabled. */
  missing: string
  said: string
  onDone?: () => void
}

type WordFieldProps = { label: ReactNode; typed: string; onType: (typed: string) => void }

const WordField = ({ label, typed, onType }: WordFieldProps) => (
  <Field label={label}>
    {({ error: _error, ...field }) => (
      <OutlinedInput
        value={typed}
        onChange={({ target }) => onType(target.value)}
        inputProps={{ ...field, maxLength: 120, autoComplete: 'off', spellCheck: false }}
      />
    )}
  </Field>
)

/** Confirms what cannot be undone: the button is disabled until the name is typed. */
export const TypedConfirm = ({
  verb,
  capability,
  word,
  body,
  type,
  toConfirm,
  submit,
  missing,
  said,
  onDone,
}: Props) => {
  const lock = useLock(capability)
  const lockText = useLockText(capability)
  const [typed, setTyped] = useState('')
  const command = useAccountCommand(verb, {
    said,
    onSuccess: () => {
      setTyped('')
      onDone?.()
    },
  })
  const ready = word !== undefined && typed.trim().toLowerCase() === word.trim().toLowerCase()
  return (
    <form
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && lock === undefined) command.run(body)
      }}
    >
      {word !== undefined && (
        <WordField
          label={
            <>
              {type} <b>{word}</b> {toConfirm}
            </>
          }
          typed={typed}
          onType={setTyped}
        />
      )}
      <ProblemText error={command.error} />
      <div className={styles['actions']}>
        <Button
          type="submit"
          color="error"
          {...(ready ? { variant: 'contained' } : {})}
          disabled={!ready || lock !== undefined}
          loading={command.pending}
        >
          {submit}
        </Button>
      </div>
      {!ready && <p className="small q">{lockText ?? missing}</p>}
    </form>
  )
}
