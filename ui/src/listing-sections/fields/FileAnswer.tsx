import { useId } from 'react'
import { Button } from '@mui/material'
import { fileUrl } from '@hearth/contracts/file'
import { problemText } from '../../data/http/problems.ts'
import { ACCEPTED_FILES, useUpload } from '../../data/http/useUpload.ts'
import { useText } from '../../i18n/text.ts'
import { FileButton } from '../../components/form/FileButton.tsx'
import styles from './Form.module.css'

/** One uploaded document or photo. */
export const FileAnswer = ({
  label,
  help,
  error,
  listingId,
  value,
  onChange,
}: {
  label: string
  help: string | undefined
  error: string | undefined
  listingId: string
  value: unknown
  onChange: (fileId: string | null) => void
}) => {
  const t = useText()
  const id = useId()
  const { send, pending, paused, error: refused } = useUpload(listingId, (file) => onChange(file.id))
  const wrong = refused === null ? error : problemText(refused, t)
  const note = wrong ?? (paused ? t('onboarding.file.waits') : help)
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className={styles['legend']}>
        {label}
      </p>
      <div className={styles['actions']}>
        {typeof value === 'string' && (
          <a className="link" href={fileUrl(value, 'full')} target="_blank" rel="noreferrer">
            {t('onboarding.file.open')}
          </a>
        )}
        <FileButton
          label={t(typeof value === 'string' ? 'onboarding.file.other' : 'onboarding.file.add')}
          accept={ACCEPTED_FILES}
          pending={pending}
          describedBy={note === undefined ? undefined : `${id}-note`}
          onFile={send}
        />
        {typeof value === 'string' && (
          <Button size="small" variant="text" onClick={() => onChange(null)}>
            {t('onboarding.file.remove')}
          </Button>
        )}
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          role={wrong === undefined ? undefined : 'alert'}
          className={wrong === undefined ? styles['help'] : styles['error']}
        >
          {note}
        </p>
      )}
    </div>
  )
}
