import { useNotify } from 'react-admin'
import { fileUrl } from '@hearth/contracts/file'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Attachment } from '@hearth/contracts/thread'
import { Icon } from '../components/display/icons.tsx'
import { download } from '../data/http/download.ts'
import { problemText } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import styles from './Files.module.css'
import { formatSize } from './formatSize.ts'

const MessageFile = ({ file: { fileId, name, type, size } }: { file: Attachment }) => {
  const t = useText()
  const notify = useNotify()
  if (name === ERASED) return <li className="small c">{t('messageFiles.erased')}</li>
  const open = () =>
    void download(fileUrl(fileId, 'full'), name).catch((error: unknown) =>
      notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
    )
  return (
    <li>
      <button type="button" className={styles['file']} onClick={open}>
        {type === 'application/pdf' ? (
          <Icon name="paperclip" />
        ) : (
          <img src={fileUrl(fileId, '320')} alt="" loading="lazy" />
        )}
        <span className={styles['what']}>
          <span className="clip">
            <span className="sr">{t('messageFiles.download')}</span> {name}
          </span>
          <span className="small c num">{formatSize(size)}</span>
        </span>
      </button>
    </li>
  )
}

/** The files of a message; each is downloaded when it is opened. */
export const MessageFiles = ({ files }: { files: readonly Attachment[] }) =>
  files.length > 0 && (
    <ul className={styles['files']}>
      {files.map((file) => (
        <MessageFile key={file.fileId} file={file} />
      ))}
    </ul>
  )
