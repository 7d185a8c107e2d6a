import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { MAX_MESSAGE_LENGTH } from '@hearth/contracts/thread'
import { isShortcut } from '../components/action/shortcuts.ts'
import { useHotkey } from '../components/action/useHotkey.ts'
import { Icon } from '../components/display/icons.tsx'
import { useLockText } from '../components/feedback/useLockText.ts'
import { problemText } from '../data/http/problems.ts'
import { usePolicy } from '../data/queries/usePolicy.ts'
import type { Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { formatVariables } from '../reply-template/formatVariables.ts'
import { TemplatePicker } from '../reply-template/TemplatePicker.tsx'
import { useSees } from '../session/session.ts'
import { AttachButton } from '../message-files/AttachButton.tsx'
import { DraftFileList } from '../message-files/DraftFileList.tsx'
import styles from './Inbox.module.css'
import type { Composer as ComposerState } from './useComposer.ts'

type Props = { thread: Thread; composer: ComposerState; field: RefObject<HTMLTextAreaElement | null> }

const useNote = ({ text, error, missing }: ComposerState) => {
  const t = useText()
  const minutes = usePolicy('messaging')?.retractMinutes ?? 0
  const count = [...text].length
  if (count > MAX_MESSAGE_LENGTH)
    return [t('thread.tooLong', { max: MAX_MESSAGE_LENGTH, count }), true] as const
  if (missing.length > 0)
    return [t('replyTemplate.fillIn', { what: formatVariables(missing, t) }), true] as const
  if (error !== null) return [problemText(error, t), true] as const
  return [minutes > 0 ? t('thread.unsendHint', { smart_count: minutes }) : '', false] as const
}

/** Adds a saved reply to the message, and returns to it. */
const SavedReplies = ({ thread, composer, field }: Props) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const picked = useRef(false)
  useHotkey('savedReply', () => setOpen(true))
  // The open dialog keeps the focus inside it.
  useEffect(() => {
    if (open || !picked.current) return
    picked.current = false
    field.current?.focus()
  }, [open, field])
  const close = () => setOpen(false)
  const pick = (text: string) => {
    composer.insert(text)
    picked.current = true
    close()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('replyTemplate.pick')}</Button>
      {open && <TemplatePicker subject={thread} onPick={pick} onClose={close} />}
    </>
  )
}

/** The field for the next message; for those who can't write, why. */
export const Composer = ({ thread, composer, field }: Props) => {
  const t = useText()
  const lockText = useLockText('thread.write')
  const seesReplies = useSees('reply-template.read')
  const [note, wrong] = useNote(composer)
  const [over, setOver] = useState(false)
  if (lockText !== undefined) return <p className={`small c ${styles['locked']}`}>{lockText}</p>
  return (
    // What is dropped or pasted here can be chosen with a button, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles['composer']}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        composer.files.add([...event.dataTransfer.files])
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        composer.files.add(files)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        composer.send()
      }}
    >
      <DraftFileList files={composer.files} />
      <OutlinedInput
        multiline
        minRows={3}
        maxRows={8}
        fullWidth
        inputRef={field}
        value={composer.text}
        placeholder={t('thread.writeTo', { guest: thread.guestName })}
        onChange={({ target }) => composer.change(target.value)}
        inputProps={{ 'aria-label': t('thread.writeTo', { guest: thread.guestName }), 'aria-invalid': wrong }}
        onKeyDown={(event) => {
          if (isShortcut('sendMessage', event)) composer.send()
          else if (event.key === 'Escape') field.current?.blur()
        }}
      />
      <div className={styles['send']}>
        <AttachButton onFiles={composer.files.add} />
        <span className={`small ${wrong ? 'bad-ink' : 'c'}`} role={wrong ? 'alert' : undefined}>
          {note}
        </span>
        {seesReplies && <SavedReplies thread={thread} composer={composer} field={field} />}
        <Button type="submit" variant="contained" color="primary" disabled={!composer.ready}>
          <Icon name="send" size={16} />
          {t('thread.send')}
        </Button>
      </div>
    </form>
  )
}
