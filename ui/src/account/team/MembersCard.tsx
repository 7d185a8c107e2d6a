import { useState } from 'react'
import { Button } from '@mui/material'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import { useLock, useSession } from '../../session/session.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import type { Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { useNow } from '../../components/dates/useNow.ts'
import styles from '../Account.module.css'
import { AccountCommandButton } from '../AccountCommandButton.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { memberName, useMembers, useZone } from '../useAccount.ts'
import { useScopeText } from './useScopeText.ts'

/** Owners first, then by the role’s power. */
const rank = ({ role }: Member) => HOST_ROLES.indexOf(role)

const MemberRow = ({ member, onChange }: { member: Member; onChange: () => void }) => {
  const t = useText()
  const zone = useZone()
  const scope = useScopeText()
  const me = useSession()?.user.id === member.userId
  const lock = useLock('team.manage')
  const name = memberName(member)
  return (
    <li>
      <div className={styles['person']}>
        <Avatar name={name} />
        <div>
          <p>
            <span className="strong">{name}</span>
            {me && <span className="c"> {t('account.team.you')}</span>}
          </p>
          <p className="small q">
            {t(`account.levels.${member.role}.name`)}, {scope(member.listingIds)}
          </p>
          <p className="cap c num">
            {member.email}
            {member.joinedAt &&
              `, ${t('account.team.since', { day: formatDay(wallClock(member.joinedAt, zone).date) })}`}
          </p>
        </div>
      </div>
      {!me && lock !== 'role' && (
        <div className={styles['acts']}>
          <Button
            variant="text"
            size="small"
            disabled={lock !== undefined}
            aria-label={t('account.team.changeOf', { name })}
            onClick={onChange}
          >
            {t('account.team.change')}
          </Button>
          <AccountCommandButton
            small
            destructive
            verb="remove-member"
            capability="team.manage"
            body={{ memberId: member.id }}
            label={t('account.team.remove')}
            name={t('account.team.removeOf', { name })}
            title={t('account.team.removeTitle', { name })}
            said={t('account.team.removed', { name })}
          >
            {t('account.team.removeText')}
          </AccountCommandButton>
        </div>
      )}
    </li>
  )
}

const InvitationRow = ({ member, onAgain }: { member: Member; onAgain: () => void }) => {
  const t = useText()
  const zone = useZone()
  const scope = useScopeText()
  const lock = useLock('team.invite')
  const format = useFormatDeadline()
  const now = useNow(60_000)
  const over = member.expiresAt !== null && Date.parse(member.expiresAt) <= now
  const name = member.email
  return (
    <li>
      <div className={styles['person']}>
        <Avatar name={name} />
        <div>
          <p className="strong">{name}</p>
          <p className="small q">
            {t(`account.levels.${member.role}.name`)}, {scope(member.listingIds)}
          </p>
          {member.expiresAt && (
            <p className={`cap num ${over ? 'bad-ink' : 'c'}`}>
              {t(over ? 'account.team.expired' : 'account.team.until', {
                instant: format(member.expiresAt, zone),
              })}
            </p>
          )}
        </div>
      </div>
      {lock !== 'role' && (
        <div className={styles['acts']}>
          {over && (
            <Button variant="text" size="small" disabled={lock !== undefined} onClick={onAgain}>
              {t('account.team.again')}
            </Button>
          )}
          <AccountCommandButton
            small
            destructive
            verb="withdraw-invitation"
            capability="team.invite"
            body={{ memberId: member.id }}
            label={t('account.team.withdraw')}
            name={t('account.team.withdrawOf', { name })}
            title={t('account.team.withdrawTitle', { name })}
            said={t('account.team.withdrawn')}
          >
            {t('account.team.withdrawText')}
          </AccountCommandButton>
        </div>
      )}
    </li>
  )
}

const Invitations = ({ onAgain }: { onAgain: (member: Member) => void }) => {
  const t = useText()
  const invited = useMembers('invited')
  return (
    <Loaded bare height={40} query={invited} failed={t('account.team.failed')}>
      {(members) =>
        members.length === 0 ? (
          <p className={`${styles['body']} q`}>{t('account.team.noInvitations')}</p>
        ) : (
          <ul className={styles['rows']} aria-label={t('account.team.invited')}>
            {members.map((member) => (
              <InvitationRow key={member.id} member={member} onAgain={() => onAgain(member)} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

type Open = Readonly<{ kind: 'invite'; again?: Member } | { kind: 'change'; member: Member }>

/**
 * Members and invitations. Owners change them; co-hosts with full access invite. `?new=invite` opens the
 * invitation.
 */
export const MembersCard = () => {
  const t = useText()
  const active = useMembers('active')
  const [open, setOpen] = useState<Open | null>(null)
  const lock = useLock('team.invite')
  const lockText = useLockText('team.invite')
  const manages = useLock('team.manage') !== 'role'
  const [search, change] = useSearchChange()
  const isInviting = search.get('new') === 'invite' && lock === undefined
  const close = () => {
    setOpen(null)
    if (isInviting) change({ new: undefined })
  }
  return (
    <Card
      title={t('account.team.title')}
      action={
        lock === 'role' ? undefined : (
          <Button size="small" disabled={lock !== undefined} onClick={() => setOpen({ kind: 'invite' })}>
            <Icon name="plus" size={16} />
            {t('account.team.invite')}
          </Button>
        )
      }
    >
      {lock !== undefined && lock !== 'role' && <p className={`${styles['body']} small c`}>{lockText}</p>}
      <Loaded bare query={active} failed={t('account.team.failed')}>
        {(members) => (
          <ul className={styles['rows']} aria-label={t('account.team.members')}>
            {members
              .toSorted((a, b) => rank(a) - rank(b))
              .map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  onChange={() => setOpen({ kind: 'change', member })}
                />
              ))}
          </ul>
        )}
      </Loaded>
      <h3 className={styles['heading']}>{t('account.team.invited')}</h3>
      <Invitations onAgain={(member) => setOpen({ kind: 'invite', again: member })} />
      {!manages && <p className={styles['footer']}>{t('account.team.onlyOwners')}</p>}
      {open?.kind === 'invite' && <InviteDialog again={open.again} onClose={close} />}
      {isInviting && <InviteDialog onClose={close} />}
      {open?.kind === 'change' && <MemberDialog member={open.member} onClose={close} />}
    </Card>
  )
}
