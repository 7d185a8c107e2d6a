import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import type { DeadlineItem } from '@hearth/contracts/today'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Money } from '../../components/display/Money.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { queuePath } from '../queuePath.ts'
import { TimeLeft } from '../TimeLeft.tsx'
import styles from './Deadlines.module.css'
import { isHostsTurn } from './groupDeadlines.ts'

/** The command with which a member of staff takes it. */
const TAKE = {
  incident: { resource: 'incidents', verb: 'acknowledge' },
  service_request: { resource: 'requests', verb: 'acknowledge' },
  reimbursement: { resource: 'reimbursements', verb: 'start-review' },
  disruption_evidence: { resource: 'bookings', verb: 'take-disruption-evidence' },
} as const

type Of = Readonly<{ item: DeadlineItem }>

const Take = ({ item: { kind, id, code }, late }: Of & Readonly<{ late: boolean }>) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({ ...TAKE[kind], onSuccess: () => saved(t(`deadlines.taken.${kind}`)) })
  return (
    <div>
      <Button
        fullWidth
        size="small"
        {...(late && { variant: 'contained', color: 'primary' })}
        loading={command.pending}
        aria-label={`${t('deadlines.take')}: ${code}`}
        onClick={() => command.run({ record: { id }, body: {} })}
      >
        {t('deadlines.take')}
      </Button>
      <ProblemText error={command.error} />
    </div>
  )
}

const Responsible = ({ item: { responsibleId, responsibleName } }: Of) => {
  const t = useText()
  const userId = useSession()?.user.id
  if (responsibleId === null) return <div className={styles['unassigned']}>{t('deadlines.unassigned')}</div>
  const name = responsibleName ?? ''
  return (
    <div className={styles['who']}>
      <Avatar small name={name} />
      <span className="clip">{responsibleId === userId ? t('deadlines.you') : name}</span>
    </div>
  )
}

/** One deadline: how long is left, whose it is, what has to be done, who works on it, and the way there. */
export const DeadlineLine = ({ item, now }: Of & Readonly<{ now: number }>) => {
  const t = useText()
  const { kind, step, code, accountName, subject, amountMinor, currency, responsibleId, dueAt } = item
  const path = queuePath(item)
  return (
    <li className={styles['line']}>
      <TimeLeft dueAt={dueAt} />
      <div className={styles['what']}>
        <p>
          <Link data-row to={path}>
            {accountName ?? code}
          </Link>{' '}
          <span className={`c num ${styles['code']}`}>{code}</span>
        </p>
        <p className="small q">{subject}</p>
      </div>
      <div className={styles['step']}>
        {isHostsTurn(item) ? (
          <span className="q">{t('deadlines.step.host_answers')}</span>
        ) : (
          t(`deadlines.step.${step}`, { kind: t(`deadlines.kind.${kind}`) })
        )}
      </div>
      <div className={styles['amount']}>
        {amountMinor !== null && currency !== null && <Money amountMinor={amountMinor} currency={currency} />}
      </div>
      <Responsible item={item} />
      {responsibleId === null && !isHostsTurn(item) ? (
        <Take item={item} late={Date.parse(dueAt) <= now} />
      ) : (
        <LinkButton size="small" to={path} aria-label={`${t('deadlines.open')}: ${code}`}>
          {t('deadlines.open')}
        </LinkButton>
      )}
    </li>
  )
}
