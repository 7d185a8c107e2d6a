import { useRef, useState } from 'react'
import { Button } from '@mui/material'
import { NO_SHOW_FEE_MINOR } from '@hearth/contracts/photoshoot'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { ConfirmedCommand } from '../components/dialog/ConfirmedCommand.tsx'
import { Card } from '../components/layout/Card.tsx'
import { Icon } from '../components/display/icons.tsx'
import { moneyText } from '../components/display/Money.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import styles from './Photoshoot.module.css'
import { useImageDelivery } from './useImageDelivery.ts'
import type { Photoshoot } from './usePhotoshoot.ts'

/** The visit took place, or the host did not let the photographer in. */
const VisitActions = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const shot = useCommand({ resource: 'photoshoots', verb: 'mark-shot', touches: ['onboarding'] })
  return (
    <>
      <div className={styles['actions']}>
        <Button
          variant="contained"
          color="primary"
          loading={shot.pending}
          onClick={() => shot.run({ record: { id: shoot.id } })}
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
      <ProblemText error={shot.error} />
    </>
  )
}

const ImageDelivery = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const { deliver, uploaded, pending, error } = useImageDelivery(shoot)
  return (
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
          loading={pending}
          onClick={() => void deliver(files)}
        >
          {t('photoshoot.staff.deliver')}
        </Button>
      </div>
      <p className="cap c num" role="status">
        {uploaded === null
          ? t('photoshoot.staff.chosen', { smart_count: files.length })
          : t('photoshoot.staff.uploading', { done: uploaded, all: files.length })}
      </p>
      <ProblemText error={error} />
    </>
  )
}

/** What staff record about the visit, and the images that they upload. */
export const StaffCard = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const mayRun = useCan('photoshoot.run')
  const isBooked = shoot.status === 'scheduled' || shoot.status === 'in_progress'
  if (!mayRun || !(isBooked || shoot.status === 'shot')) return null
  return (
    <Card title={t('photoshoot.staff.title')}>
      <div className={styles['body']}>
        {isBooked ? <VisitActions shoot={shoot} /> : <ImageDelivery shoot={shoot} />}
      </div>
    </Card>
  )
}
