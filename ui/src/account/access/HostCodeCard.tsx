import { useState } from 'react'
import { Button } from '@mui/material'
import type { z } from 'zod'
import type { zHostCode } from '@hearth/contracts/impersonation'
import { useLock } from '../../session/session.ts'
import { usePost } from '../../data/commands/usePost.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Deadline } from '../../components/dates/Deadline.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import styles from '../Account.module.css'
import { useZone } from '../useAccount.ts'

type Code = z.infer<typeof zHostCode>

/** A code with which the owner allows staff, on the phone, to act on the account. */
export const HostCodeCard = () => {
  const t = useText()
  const zone = useZone()
  const lock = useLock('impersonation.consent')
  const [code, setCode] = useState<Code | null>(null)
  const now = useNow(1_000)
  const create = usePost<Code>('/api/account/impersonation-code', { onSuccess: setCode })
  const over = code !== null && Date.parse(code.expiresAt) <= now
  if (lock === 'role') return null
  return (
    <Card title={t('account.access.code.title')}>
      <div className={styles['body']}>
        <p className="q">{t('account.access.code.text')}</p>
        {code && !over && (
          <div role="status">
            <p>
              <span className="sr">{t('account.access.code.label')} </span>
              <span className={styles['code']}>
                {code.code.slice(0, 3)} {code.code.slice(3)}
              </span>
            </p>
            <p className="small q">{t('account.access.code.shown')}</p>
          </div>
        )}
        {code && !over && (
          <p className="small q">
            <Deadline instant={code.expiresAt} place={zone} text="account.access.code.valid" />
          </p>
        )}
        {over && <p className="q">{t('account.access.code.over')}</p>}
        <ProblemText error={create.error} />
        <Button disabled={lock !== undefined} loading={create.pending} onClick={() => create.run({})}>
          {t(code ? 'account.access.code.again' : 'account.access.code.make')}
        </Button>
      </div>
    </Card>
  )
}
