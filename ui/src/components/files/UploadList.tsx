import type { ReactNode } from 'react'
import { Button, IconButton } from '@mui/material'
import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { isRefused, problemText } from '../../data/http/problems.ts'
import { useOnline } from '../../data/http/useOnline.ts'
import type { Attached, DraftFiles } from '../../data/useDraftFiles.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Icon } from '../display/icons.tsx'
import styles from './UploadList.module.css'

type Props = Readonly<{
  files: DraftFiles
  /** Those of them that are listed; without it all. */
  shown?: readonly Attached[]
  /** How many files the draft takes. */
  max: number
  maxBytes?: (file: File) => number
  /** The texts that say what happens with them. */
  words: 'incident.files' | 'messageFiles' | 'reimbursement.evidence'
  label?: string
  /** What is said of a file that is uploaded. */
  ready?: (file: Attached) => ReactNode
}>

/** After a refusal of the file itself a retry would be refused again. */
const canRetry = ({ state, error }: Attached) =>
  state === 'refused' && typeof error !== 'string' && !isRefused(error)

const describe = (
  { file, state, error }: Attached,
  { words, maxBytes = () => MAX_FILE_BYTES }: Props,
  online: boolean,
  t: Text,
): string => {
  if (error === 'too-large') return t(`${words}.tooLarge`, { megabytes: maxBytes(file) / 1e6 })
  if (error === 'empty') return t(`${words}.empty`)
  if (state === 'refused') return problemText(error, t)
  return t(`${words}.${online ? (state === 'uploading' ? 'uploading' : 'waiting') : 'offline'}`)
}

const Line = ({ one, ...props }: Props & { one: Attached }) => {
  const t = useText()
  const online = useOnline()
  const { files, words, ready } = props
  const { key, file, state } = one
  const refused = state === 'refused'
  return (
    <li data-refused={refused || undefined}>
      <Icon name={refused ? 'alert' : state === 'ready' ? 'check' : 'clock'} size={16} />
      <span className={styles['what']}>
        <b className="clip">{file.name}</b>
        <span className="small num" role={refused ? 'alert' : undefined}>
          {state === 'ready' ? ready?.(one) : describe(one, props, online, t)}
        </span>
      </span>
      {canRetry(one) && (
        <Button size="small" variant="text" onClick={() => files.again(key)}>
          {t(`${words}.again`)}
        </Button>
      )}
      <IconButton
        size="small"
        aria-label={t(`${words}.remove`, { name: file.name })}
        onClick={() => files.remove(key)}
      >
        <Icon name="cross" size={16} />
      </IconButton>
    </li>
  )
}

/** Files of a draft that are being uploaded, that are there, and that were refused, with what is wrong with them. */
export const UploadList = (props: Props) => {
  const t = useText()
  const { files, shown = files.all, words, max, label } = props
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles['files']} aria-label={label} aria-live="polite">
          {shown.map((one) => (
            <Line key={one.key} {...props} one={one} />
          ))}
        </ul>
      )}
      {files.tooMany && (
        <p className="small bad-ink" role="alert">
          {t(`${words}.tooMany`, { max })}
        </p>
      )}
    </>
  )
}
