import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import { allows, useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import styles from '../Account.module.css'
import { AccountCommandButton } from '../AccountCommandButton.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { MembersCard } from './MembersCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'
import { OwnerChangeCard } from '../owner-changes/OwnerChangeCard.tsx'
import { TransferCard } from './TransferCard.tsx'
import { useMembership, useZone } from '../useAccount.ts'
import { useScopeText } from './useScopeText.ts'

const OwnRoleCard = () => {
  const t = useText()
  const zone = useZone()
  const scope = useScopeText()
  const account = useSession()?.account?.displayName ?? ''
  return (
    <Card title={t('account.team.ownPlace')}>
      <Loaded bare height={110} query={useMembership()} failed={t('account.team.ownFailed')}>
        {(own) =>
          own === null ? (
            <p className={`${styles['body']} q`}>{t('account.team.unknown')}</p>
          ) : (
            <div className={styles['body']}>
              <dl className={`${styles['lines']} num`}>
                <div>
                  <dt>{t('account.team.ownRole')}</dt>
                  <dd>{t(`account.levels.${own.role}.name`)}</dd>
                </div>
                <div>
                  <dt>{t('account.team.ownListings')}</dt>
                  <dd>{scope(own.listingIds)}</dd>
                </div>
                {own.joinedAt !== null && (
                  <div>
                    <dt>{t('account.team.joined')}</dt>
                    <dd>{formatDay(wallClock(own.joinedAt, zone).date)}</dd>
                  </div>
                )}
              </dl>
              <AccountCommandButton
                destructive
                verb="leave"
                capability="team.leave"
                label={t('account.team.leave')}
                title={t('account.team.leaveTitle', { account })}
                onDone={() => location.assign('/')}
              >
                {t('account.team.leaveText')}
              </AccountCommandButton>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

const LevelsCard = () => {
  const t = useText()
  return (
    <Card title={t('account.levels.title')}>
      <dl className={styles['levels']}>
        {HOST_ROLES.map((role) => (
          <div key={role}>
            <dt>{t(`account.levels.${role}.name`)}</dt>
            <dd>{t(`account.levels.${role}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The members of the account. Members who may not see the team see only their own role. */
export const TeamTab = () => {
  const session = useSession()
  const seesTeam = allows(session, 'team.read')
  const own = session?.impersonation === null
  return (
    <div className={styles['wide']}>
      <div className={styles['column']}>
        {seesTeam ? (
          <>
            <OwnerChangeCard />
            <RequestsCard />
            <MembersCard />
          </>
        ) : (
          <OwnRoleCard />
        )}
      </div>
      <div className={styles['column']}>
        <TransferCard seesTeam={seesTeam} />
        {seesTeam && own && <OwnRoleCard />}
        <LevelsCard />
      </div>
    </div>
  )
}
