import { FileLinks } from '../../components/files/FileLinks.tsx'
import styles from './RequestPage.module.css'

/** The files of a request; nothing where there are none. */
export const RequestFiles = ({ fileIds, title }: Readonly<{ fileIds: readonly string[]; title: string }>) =>
  fileIds.length === 0 ? null : (
    <div className={styles['part']}>
      <h3>{title}</h3>
      <FileLinks fileIds={fileIds} />
    </div>
  )
