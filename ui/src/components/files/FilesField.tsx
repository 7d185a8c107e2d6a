import { useId, useState } from 'react'
import { Button } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { FileButton } from '../form/FileButton.tsx'
import { useField, type FieldOf } from '../form/fields/useField.ts'
import { filesTexts } from '../../i18n/en/files.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { ACCEPTED_FILES, useUpload } from '../../data/http/useUpload.ts'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './FilesField.module.css'

addTexts({ files: filesTexts })

type Props<Values extends FieldValues, Body> = FieldOf<Values, Body, readonly string[]> & {
  listingId: string
  max: number
  /** The form is sent once no file is on its way. */
  onBusy: (busy: boolean) => void
}

/** Files that are uploaded for the listing as they are chosen; the value has their ids. */
export const FilesField = <Values extends FieldValues, Body>({
  listingId,
  max,
  onBusy,
  ...props
}: Props<Values, Body>) => {
  const t = useText()
  const id = useId()
  const { value, onChange } = useField(props)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const files: readonly string[] = value ?? []
  const upload = useUpload(listingId, (file) => {
    setNames((known) => new Map([...known, [file.id, file.name]]))
    onChange([...files, file.id])
  })
  const send = (file: File) => {
    onBusy(true)
    upload.send(file, { onSettled: () => onBusy(false) })
  }
  return (
    <div role="group" aria-labelledby={id} className={styles['files']}>
      <p id={id}>{props.label}</p>
      {files.length > 0 && (
        <ul>
          {files.map((fileId) => (
            <li key={fileId}>
              <span className="clip">{names.get(fileId)}</span>
              <Button
                size="small"
                variant="text"
                aria-label={t('files.removeOne', { name: names.get(fileId) ?? '' })}
                onClick={() => onChange(files.filter((each) => each !== fileId))}
              >
                {t('files.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < max && (
        <FileButton
          label={t('files.add')}
          name={`${t('files.add')}: ${props.label}`}
          accept={ACCEPTED_FILES}
          pending={upload.pending}
          onFile={send}
        />
      )}
      {props.help !== undefined && <p className="small q">{props.help}</p>}
      <ProblemText error={upload.error} />
    </div>
  )
}
