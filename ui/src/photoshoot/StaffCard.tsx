import { useRef, useState } from 'react'
import { Button } from '@mui/material'
import { NO_SHOW_FEE_MINOR } from '@hearth/contracts/photoshoot'
import { useCan } from '../session/session.ts'
import { upload } from '../data/http/upload.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { ConfirmedCommand } from '../components/dialog/ConfirmedCommand.tsx'
import { Card } from '../components/layout/Card.tsx'
import { Icon } from '../components/display/icons.tsx'
import { moneyText } from '../components/display/Money.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Photoshoot.module.css'
import type { Photoshoot } from './usePhotoshoot.ts'

const UPLOADS_AT_ONCE = 3

/** What staff record, and the pictures they upload. */
export const StaffCard = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const may = useCan('photoshoot.run')
  const saved = useSaved()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [uploaded, setUploaded] = useState<number | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const keys = useRef(new Map<File, string>())
  /** What was uploaded before something failed is not uploaded again. */
  const keyOf = (file: File): string => {
    const key = keys.current.get(file) ?? crypto.randomUUID()
    keys.current.set(file, key)
    return key
  }
  const record = { id: shoot.id }
  const shot = useCommand({ resource: 'photoshoots', verb: 'mark-shot', touches: ['onboarding'] })
  const deliver = useCommand({
    resource: 'photoshoots',
    verb: 'deliver-images',
    touches: ['onboarding'],
    onSuccess: () => saved(t('photoshoot.staff.done')),
  })
  const taking = shoot.status === 'scheduled' || shoot.status === 'in_progress'
  if (!may || !(taking || shoot.status === 'shot')) return null

  const bring = async () => {
    setUploaded(0)
    setFailed(null)
    try {
      const ids: string[] = []
      for (let from = 0; from < files.length; from += UPLOADS_AT_ONCE) {
        const some = await Promise.all(
          files.slice(from, from + UPLOADS_AT_ONCE).map((file) => upload(shoot.listingId, file, keyOf(file))),
        )
        ids.push(...some.map(({ id }) => id))
        setUploaded(ids.length)
      }
      deliver.run({ record, body: { images: ids.map((fileId) => ({ fileId })) } })
    } catch (error) {
      setFailed(error)
    }
    setUploaded(null)
  }

  return (
    <Card title={t('photoshoot.staff.title')}>
      <div className={styles['body']}>
        {taking && (
          <div className={styles['actions']}>
            <Button
              variant="contained"
              color="primary"
              loading={shot.pending}
              onClick={() => shot.run({ record })}
            >
              {t('photoshoot.staff.shot')}
            </Button>
            <ConfirmedCommand
              resource="photoshoots"
              id={shoot.id}
              verb="record-no-show"
              body={{ reason: t('photoshoot.staff.noShowReason') }}
              touches={['onboarding']}
              label={t('photoshoot.staff.noShow')}
              keep={t('photoshoot.cancel.keep')}
              saved={t('photoshoot.staff.noShowDone')}
              title={t('photoshoot.staff.noShowTitle')}
              text={t('photoshoot.staff.noShowText', { fee: moneyText(NO_SHOW_FEE_MINOR, shoot.currency) })}
            />
          </div>
        )}
        {shoot.status === 'shot' && (
          <>
            <p className="q">{t('photoshoot.staff.deliverText', { smart_count: shoot.imagesDue })}</p>
            <input
              ref={input}
              type="file"
              multiple
              accept="image/jpeg,image/png,image/webp"
              className="sr"
              tabIndex={-1}
              aria-label={t('photoshoot.staff.choose')}
              onChange={({ target }) => setFiles([...(target.files ?? [])])}
            />
            <div className={styles['actions']}>
              <Button onClick={() => input.current?.click()}>
                <Icon name="plus" size={16} />
                {t('photoshoot.staff.choose')}
              </Button>
              <Button
                variant="contained"
                color="primary"
                disabled={files.length < shoot.imagesDue}
                loading={uploaded !== null || deliver.pending}
                onClick={() => void bring()}
              >
                {t('photoshoot.staff.deliver')}
              </Button>
            </div>
            <p className="cap c num" role="status">
              {uploaded === null
                ? t('photoshoot.staff.chosen', { smart_count: files.length })
                : t('photoshoot.staff.uploading', { done: uploaded, all: files.length })}
            </p>
          </>
        )}
        <ProblemText error={failed ?? deliver.error ?? shot.error} />
      </div>
    </Card>
  )
}
