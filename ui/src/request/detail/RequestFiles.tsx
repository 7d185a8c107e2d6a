import { fileUrl } from '@hearth/contracts/file'
import { Icon } from '../../components/display/icons.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './RequestPage.module.css'

/** Uploaded files, each with a link. */
export const RequestFiles = ({ fileIds, title }: Readonly<{ fileIds: readonly string[]; title: string }>) => {
  const t = useText()
  if (fileIds.length === 0) return null
  return (
    <div className={styles['part']}>
      <h3>{title}</h3>
      <ul className={styles['files']}>
        {fileIds.map((id, index) => (
          <li key={id}>
            <a className="link" href={fileUrl(id, 'full')} target="_blank" rel="noreferrer">
              <Icon name="eye" size={16} /> {t('request.files.one', { number: index + 1 })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
