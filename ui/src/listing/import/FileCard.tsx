import { useId, useState } from 'react'
import { OutlinedInput } from '@mui/material'
import { decodeText } from '@hearth/contracts/kernel/decodeText'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { EncodingQuestion } from './EncodingQuestion.tsx'
import styles from './ImportPage.module.css'
import type { readTable } from './plan.ts'

type Props = Readonly<{
  text: string
  /** The table that the text holds, or what is wrong with it; undefined while there is no text. */
  read: ReturnType<typeof readTable> | undefined
  onText: (text: string) => void
}>

/** The CSV, chosen as a file or pasted. */
export const FileCard = ({ text, read, onText }: Props) => {
  const t = useText()
  const unreadId = useId()
  const [unread, setUnread] = useState(false)
  const [guess, setGuess] = useState<string>()
  const change = (next: string) => {
    // A text area holds line feeds only and reports the difference as a change when it loses the focus, which
    // would discard the mapping.
    onText(next.replaceAll(/\r\n?/g, '\n'))
    setUnread(false)
    setGuess(undefined)
  }
  const readFile = async (file: File) => {
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
    change(decoded?.certain === true ? decoded.text : '')
    if (decoded?.certain === false) setGuess(decoded.text)
    setUnread(decoded === undefined)
  }
  return (
    <Card title={t('listingImport.step.file')}>
      <div className={styles['body']}>
        <p className="q">{t('listingImport.intro')}</p>
        <div>
          <FileButton
            label={t('listingImport.choose')}
            accept=".csv,text/csv,text/plain"
            describedBy={unread ? unreadId : undefined}
            onFile={(file) => void readFile(file).catch(() => setUnread(true))}
          />
        </div>
        {unread && (
          <p id={unreadId} role="alert" className="bad-ink small">
            {t('listingImport.unread')}
          </p>
        )}
        {guess !== undefined && (
          <EncodingQuestion
            text={guess}
            onAccept={() => change(guess)}
            onDiscard={() => setGuess(undefined)}
          />
        )}
        <Field
          label={t('listingImport.paste')}
          help={t('listingImport.pasteHelp')}
          error={typeof read === 'string' ? t(`listingImport.problem.${read}`) : undefined}
        >
          {({ error, ...field }) => (
            <OutlinedInput
              multiline
              minRows={4}
              maxRows={8}
              error={error}
              value={text}
              onChange={({ target }) => change(target.value)}
              inputProps={{ ...field, spellCheck: false }}
            />
          )}
        </Field>
        {typeof read === 'object' && (
          <p className="small c num" role="status">
            {t('listingImport.read', { smart_count: read.rows.length, columns: read.columns.length })}
          </p>
        )}
      </div>
    </Card>
  )
}
