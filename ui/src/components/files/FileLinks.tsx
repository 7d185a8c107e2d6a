import { fileUrl } from '@hearth/contracts/file'
import { filesTexts } from '../../i18n/en/files.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../display/icons.tsx'
import styles from './FileLinks.module.css'

addTexts({ files: filesTexts })

/** Uploaded files, each with a link. */
export const FileLinks = ({ fileIds }: Readonly<{ fileIds: readonly string[] }>) => {
  const t = useText()
  return (
    <ul className={styles['files']}>
      {fileIds.map((id, index) => (
        <li key={id}>
          <a className="link" href={fileUrl(id, 'full')} target="_blank" rel="noreferrer">
            <Icon name="eye" size={16} /> {t('files.one', { number: index + 1 })}
          </a>
        </li>
      ))}
    </ul>
  )
}
