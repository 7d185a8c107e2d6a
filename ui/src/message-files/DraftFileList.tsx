import { Button, IconButton } from '@mui/material'
import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { MAX_ATTACHMENTS } from '@hearth/contracts/thread'
import { Icon } from '../components/display/icons.tsx'
import { isRefused, problemText } from '../data/http/problems.ts'
import { useOnline } from '../data/http/useOnline.ts'
import type { Attached, DraftFiles } from '../data/useDraftFiles.ts'
import { useText, type Text } from '../i18n/text.ts'
import styles from './Files.module.css'
import { formatSize } from './formatSize.ts'

const LIMITS = { megabytes: MAX_FILE_BYTES / 1e6, max: MAX_ATTACHMENTS }

const describe = ({ state, error, file }: Attached, online: boolean, t: Text): string => {
  if (error === 'too-large') return t('messageFiles.tooLarge', LIMITS)
  if (error === 'empty') return t('messageFiles.empty')
  if (state === 'refused') return problemText(error, t)
  if (state === 'ready') return formatSize(file.size)
  return t(online ? `messageFiles.${state}` : 'messageFiles.offline')
}

/** After a refusal of the file itself a retry would be refused again. */
const canRetry = ({ state, error }: Attached) =>
  state === 'refused' && typeof error !== 'string' && !isRefused(error)

const Line = ({ one, files }: { one: Attached; files: DraftFiles }) => {
  const t = useText()
  const online = useOnline()
  const { key, file, state } = one
  const refused = state === 'refused'
  return (
    <li className={styles['draft']} data-refused={refused || undefined}>
      <Icon name={refused ? 'alert' : state === 'ready' ? 'paperclip' : 'clock'} size={16} />
      <span className={styles['what']}>
        <b className="clip">{file.name}</b>
        <span className="small num" role={refused ? 'alert' : undefined}>
          {describe(one, online, t)}
        </span>
        {one.unscanned === true && <span className="small bad-ink">{t('messageFiles.unscanned')}</span>}
      </span>
      {canRetry(one) && (
        <Button size="small" variant="text" onClick={() => files.again(key)}>
          {t('messageFiles.again')}
        </Button>
      )}
      <IconButton
        size="small"
        aria-label={t('messageFiles.remove', { name: file.name })}
        onClick={() => files.remove(key)}
      >
        <Icon name="cross" size={16} />
      </IconButton>
    </li>
  )
}

/** The files of the next message, and what is wrong with them. */
export const DraftFileList = ({ files }: { files: DraftFiles }) => {
  const t = useText()
  return (
    <>
      {files.all.length > 0 && (
        <ul className={styles['drafts']} aria-label={t('messageFiles.label')} aria-live="polite">
          {files.all.map((one) => (
            <Line key={one.key} one={one} files={files} />
          ))}
        </ul>
      )}
      {files.tooMany && (
        <p className="small bad-ink" role="alert">
          {t('messageFiles.tooMany', LIMITS)}
        </p>
      )}
    </>
  )
}
