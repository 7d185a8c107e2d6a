import { useState } from 'react'
import { Button } from '@mui/material'
import { useParams } from 'react-router-dom'
import type { z } from 'zod'
import type { zOwnerChangeStopped } from '@hearth/contracts/account'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { post } from '../../data/http/post.ts'
import { problemCode } from '../../data/http/problems.ts'
import { ownerChangeTexts } from '../../i18n/en/ownerChange.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useAsk } from '../../sign-in-card/useAsk.ts'
import styles from '../Account.module.css'

addTexts({ ownerChange: ownerChangeTexts })

type Stopped = z.infer<typeof zOwnerChangeStopped>
const OVER = ['NOT_FOUND', 'INVALID_TRANSITION', 'VALIDATION_FAILED']

const Outcome = ({ title, text }: { title: string; text: string }) => {
  const t = useText()
  return (
    <div role="status" className={styles['body']}>
      <h2>{title}</h2>
      <p className="q">{text}</p>
      <div>
        <LinkButton to={to.today()}>{t('ownerChange.page.home')}</LinkButton>
      </div>
    </div>
  )
}

/**
 * Linked from the email about a change of owners. Only the button stops it, and only for a person who is
 * signed in.
 */
const StopOwnerChangePage = () => {
  const t = useText()
  const { accountId: hostAccountId, changeId } = useParams()
  const [stopped, setStopped] = useState<Stopped>()
  const { pending, error, wait, ask } = useAsk()
  const over = OVER.some((code) => code === problemCode(error))
  return (
    <>
      <PageHeader title={t('ownerChange.page.title')} />
      <Card>
        {stopped ? (
          <Outcome
            title={t('ownerChange.page.stopped', { name: stopped.accountName })}
            text={t('ownerChange.page.next')}
          />
        ) : over ? (
          <Outcome title={t('ownerChange.page.over')} text={t('ownerChange.page.overText')} />
        ) : (
          <div className={styles['body']}>
            <p className="q">{t('ownerChange.page.text')}</p>
            <ProblemText error={error} />
            <div>
              <Button
                variant="contained"
                color="error"
                loading={pending}
                disabled={wait > 0}
                onClick={() =>
                  void ask(async () =>
                    setStopped(await post<Stopped>('/api/owner-changes/stop', { hostAccountId, changeId })),
                  )
                }
              >
                {t('ownerChange.page.stop')}
              </Button>
            </div>
          </div>
        )}
      </Card>
    </>
  )
}
export default StopOwnerChangePage
