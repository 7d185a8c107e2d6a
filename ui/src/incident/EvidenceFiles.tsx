import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { MAX_EVIDENCE } from '@hearth/contracts/incident'
import { UploadList } from '../components/files/UploadList.tsx'
import { FileButton } from '../components/form/FileButton.tsx'
import { ACCEPTED_FILES } from '../data/http/useUpload.ts'
import type { DraftFiles } from '../data/useDraftFiles.ts'
import { useText } from '../i18n/text.ts'
import styles from './Evidence.module.css'

/** What is wrong with a file before it is sent. */
export const checkFile = ({ size }: File) =>
  size === 0 ? 'empty' : size > MAX_FILE_BYTES ? 'too-large' : undefined

/** Files on their way, with a button for more. `there`: how many the incident has already. */
export const EvidenceFiles = ({ files, there = 0 }: Readonly<{ files: DraftFiles; there?: number }>) => {
  const t = useText()
  const count = there + files.all.length
  return (
    <div role="group" aria-label={t('incident.files.title')} className={styles['files']}>
      <p className={styles['label']}>
        {t('incident.files.title')}{' '}
        <span className="c num">{t('incident.files.count', { count, max: MAX_EVIDENCE })}</span>
      </p>
      <UploadList
        files={files}
        max={MAX_EVIDENCE}
        words="incident.files"
        ready={() => t('incident.files.ready')}
      />
      {count < MAX_EVIDENCE && (
        <div>
          <FileButton
            label={t('incident.files.add')}
            name={t('incident.files.addName')}
            accept={ACCEPTED_FILES}
            onFile={(file) => files.add([file])}
          />
        </div>
      )}
    </div>
  )
}
