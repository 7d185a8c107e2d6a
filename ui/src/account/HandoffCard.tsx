import { useState } from 'react'
import { Button } from '@mui/material'
import type { z } from 'zod'
import type { zHandoff } from '@hearth/contracts/login'
import { usePost } from '../data/usePost.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../ui/Card.tsx'
import { ProblemText } from '../ui/ProblemText.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './Account.module.css'
import { QrCode } from './QrCode.tsx'

type Handoff = z.infer<typeof zHandoff>

const Shown = ({ handoff, onAgain, onHide }: { handoff: Handoff; onAgain: () => void; onHide: () => void }) => {
  const t = useText()
  const seconds = Math.max(0, Math.ceil((Date.parse(handoff.expiresAt) - useNow(1_000)) / 1_000))
  const over = seconds === 0
  return (
    <>
      {!over && <QrCode svg={handoff.qr} label={t('account.security.handoff.qr')} />}
      <p className="num q">{over ? t('account.security.handoff.over') : t('account.security.handoff.left', { seconds })}</p>
      <div className={styles['actions']}>
        {over && <Button onClick={onAgain}>{t('account.security.handoff.again')}</Button>}
        <Button variant="text" onClick={onHide}>{t('account.security.handoff.hide')}</Button>
      </div>
    </>
  )
}

/** Goes on on the telephone without typing a password there. */
export const HandoffCard = () => {
  const t = useText()
  const [handoff, setHandoff] = useState<Handoff | null>(null)
  const ask = usePost<Handoff>('/api/session/handoff', { onSuccess: setHandoff })
  return (
    <Card title={t('account.security.handoff.title')}>
      <div className={styles['body']}>
        <p className="q">{t('account.security.handoff.text')}</p>
        <ProblemText error={ask.error} />
        {handoff ? <Shown handoff={handoff} onAgain={() => ask.run({})} onHide={() => setHandoff(null)} /> : <Button loading={ask.pending} onClick={() => ask.run({})}>{t('account.security.handoff.show')}</Button>}
      </div>
    </Card>
  )
}
