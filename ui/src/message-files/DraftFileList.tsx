import { MAX_ATTACHMENTS } from '@hearth/contracts/thread'
import { UploadList } from '../components/files/UploadList.tsx'
import type { DraftFiles } from '../data/useDraftFiles.ts'
import { useText } from '../i18n/text.ts'
import styles from './Files.module.css'
import { formatSize } from './formatSize.ts'

/** The files of the next message, and what is wrong with them. */
export const DraftFileList = ({ files }: { files: DraftFiles }) => {
  const t = useText()
  return (
    <div className={styles['drafts']}>
      <UploadList
        files={files}
        max={MAX_ATTACHMENTS}
        words="messageFiles"
        label={t('messageFiles.label')}
        ready={({ file, unscanned }) => (
          <>
            {formatSize(file.size)}
            {unscanned === true && <span className="bad-ink"> {t('messageFiles.unscanned')}</span>}
          </>
        )}
      />
    </div>
  )
}
