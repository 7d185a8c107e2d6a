import { Button, IconButton } from '@mui/material'
import { MAX_EVIDENCE } from '@hearth/contracts/reimbursement'
import { Icon } from '../../components/display/icons.tsx'
import { isRefused, problemText } from '../../data/http/problems.ts'
import { useOnline } from '../../data/http/useOnline.ts'
import type { Attached } from '../../data/useDraftFiles.ts'
import { useText, type Text } from '../../i18n/text.ts'
import styles from './OnTheirWay.module.css'
import { findMaxBytes, listOnTheirWay, useUploads } from './useEvidenceUploads.ts'

const describe = ({ file, state, error }: Attached, online: boolean, t: Text): string => {
  if (error === 'too-large')
    return t('reimbursement.evidence.tooLarge', { megabytes: findMaxBytes(file) / 1e6 })
  if (error === 'empty') return t('reimbursement.evidence.empty')
  if (state === 'refused') return problemText(error, t)
  if (!online) return t('reimbursement.evidence.offline')
  return t(`reimbursement.evidence.${state === 'uploading' ? 'uploading' : 'waiting'}`)
}

/** After a refusal of the file itself a retry would be refused again. */
const canRetry = ({ state, error }: Attached) =>
  state === 'refused' && typeof error !== 'string' && !isRefused(error)

/** The files of an item that are being uploaded, and those that were refused; `null`: of the whole claim. */
export const OnTheirWay = ({ itemId }: Readonly<{ itemId: string | null }>) => {
  const t = useText()
  const online = useOnline()
  const uploads = useUploads()
  const files = listOnTheirWay(uploads, itemId)
  return (
    <>
      {files.length > 0 && (
        <ul className={styles['files']} aria-live="polite">
          {files.map((one) => (
            <li key={one.key} data-refused={one.state === 'refused' || undefined}>
              <Icon name={one.state === 'refused' ? 'alert' : 'clock'} size={16} />
              <span className={styles['what']}>
                <b className="clip">{one.file.name}</b>
                <span className="small" role={one.state === 'refused' ? 'alert' : undefined}>
                  {describe(one, online, t)}
                </span>
              </span>
              {canRetry(one) && (
                <Button size="small" variant="text" onClick={() => uploads.again(one.key)}>
                  {t('reimbursement.evidence.again')}
                </Button>
              )}
              <IconButton
                size="small"
                aria-label={t('reimbursement.evidence.remove', { name: one.file.name })}
                onClick={() => uploads.remove(one.key)}
              >
                <Icon name="cross" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {uploads.tooMany && (
        <p className="small bad-ink" role="alert">
          {t('reimbursement.evidence.tooMany', { max: MAX_EVIDENCE })}
        </p>
      )}
    </>
  )
}
