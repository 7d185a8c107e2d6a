import { Button, IconButton } from '@mui/material'
import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { MAX_EVIDENCE } from '@hearth/contracts/incident'
import { FileButton } from '../components/form/FileButton.tsx'
import { Icon } from '../components/display/icons.tsx'
import { isRefused, problemText } from '../data/http/problems.ts'
import { useOnline } from '../data/http/useOnline.ts'
import { ACCEPTED_FILES } from '../data/http/useUpload.ts'
import type { Attached, DraftFiles } from '../data/useDraftFiles.ts'
import { useText, type Text } from '../i18n/text.ts'
import styles from './Evidence.module.css'

const LIMITS = { megabytes: MAX_FILE_BYTES / 1e6, max: MAX_EVIDENCE }

/** What is wrong with a file before it is sent. */
export const checkFile = ({ size }: File) =>
  size === 0 ? 'empty' : size > MAX_FILE_BYTES ? 'too-large' : undefined

const describe = ({ state, error }: Attached, online: boolean, t: Text): string => {
  if (error === 'too-large') return t('incident.files.tooLarge', LIMITS)
  if (error === 'empty') return t('incident.files.empty')
  if (state === 'refused') return problemText(error, t)
  return t(online || state === 'ready' ? `incident.files.${state}` : 'incident.files.offline')
}

/** After a refusal of the file itself a retry would be refused again. */
const canRetry = ({ state, error }: Attached) =>
  state === 'refused' && typeof error !== 'string' && !isRefused(error)

const Line = ({ one, files }: { one: Attached; files: DraftFiles }) => {
  const t = useText()
  const online = useOnline()
  const { key, file, state } = one
  return (
    <li className={styles['file']} data-refused={state === 'refused' || undefined}>
      <Icon name={state === 'refused' ? 'alert' : state === 'ready' ? 'check' : 'clock'} size={16} />
      <span className={styles['what']}>
        <span className="clip">{file.name}</span>
        <span className="small q" role={state === 'refused' ? 'alert' : undefined}>
          {describe(one, online, t)}
        </span>
      </span>
      {canRetry(one) && (
        <Button size="small" variant="text" onClick={() => files.again(key)}>
          {t('incident.files.again')}
        </Button>
      )}
      <IconButton
        size="small"
        aria-label={t('incident.files.remove', { name: file.name })}
        onClick={() => files.remove(key)}
      >
        <Icon name="cross" size={16} />
      </IconButton>
    </li>
  )
}

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
      {files.all.length > 0 && (
        <ul aria-live="polite">
          {files.all.map((one) => (
            <Line key={one.key} one={one} files={files} />
          ))}
        </ul>
      )}
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
      {files.tooMany && (
        <p className="small bad-ink" role="alert">
          {t('incident.files.tooMany', LIMITS)}
        </p>
      )}
    </div>
  )
}
