import { useState } from 'react'
import { Button } from '@mui/material'
import { useGetList } from 'react-admin'
import { account } from '@hearth/contracts/account'
import { can, CAPABILITIES, HOST_ROLES, type Capability } from '@hearth/contracts/kernel/access'
import { useLock } from '../../session/session.ts'
import type { Member, PermissionRequest } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { formatInstant } from '../../components/dates/localDate.ts'
import styles from '../Account.module.css'
import { AccountCommandButton } from '../AccountCommandButton.tsx'
import { RoleFields, useGrantProblem } from './RoleFields.tsx'
import { memberName, useMembers, useZone } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'
import { useScopeText } from './useScopeText.ts'

const isCapability = (text: string): text is Capability => Object.hasOwn(CAPABILITIES, text)
const capabilityTitle = (capability: string) =>
  isCapability(capability) ? CAPABILITIES[capability].title : capability
/** Roles that include the capability, the least powerful first. */
const rolesFor = (capability: string) =>
  HOST_ROLES.toReversed().filter((role) => isCapability(capability) && can(role, capability))

const GrantDialog = ({
  request,
  member,
  onClose,
}: {
  request: PermissionRequest
  member: Member
  onClose: () => void
}) => {
  const t = useText()
  const roles = rolesFor(request.capability)
  const name = memberName(member)
  const accept = useAccountCommand('accept-permission-request', {
    said: () => t('account.requests.accepted', { name, role: t(`app.roles.${form.values.role}`) }),
    onSuccess: onClose,
  })
  const form = useCommandForm({
    schema: account.commands.AcceptPermissionRequest.schema.omit({ requestId: true }),
    values: {
      role: roles.includes(member.role) ? member.role : (roles[0] ?? 'owner'),
      listingIds: roles[0] === 'owner' ? null : member.listingIds,
    },
    command: accept,
    send: (grant) => accept.run({ requestId: request.id, ...grant }),
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('account.requests.acceptTitle', { name, what: capabilityTitle(request.capability) })}
      submit={t('account.requests.accept')}
      close={t('account.keep')}
      missing={useGrantProblem(form.values)}
      onClose={onClose}
    >
      <p className="q">{t('account.requests.acceptText')}</p>
      <RoleFields grant={form.values} roles={roles} onChange={form.set} />
    </FormDialog>
  )
}

const RequestLine = ({
  request,
  member,
  onAccept,
}: {
  request: PermissionRequest
  member: Member
  onAccept: () => void
}) => {
  const t = useText()
  const zone = useZone()
  const scope = useScopeText()
  const lock = useLock('team.manage')
  const name = memberName(member)
  return (
    <li>
      <div>
        <p className="strong">
          {t('account.requests.wants', { name, what: capabilityTitle(request.capability) })}
        </p>
        {request.text && <p>“{request.text}”</p>}
        <p className="small q">
          {t('account.requests.now', {
            role: t(`app.roles.${member.role}`),
            listings: scope(member.listingIds),
          })}
        </p>
        <p className="cap c num">
          {t('account.requests.on', { instant: formatInstant(request.requestedAt, zone) })}
        </p>
      </div>
      {lock !== 'role' && (
        <div className={styles['acts']}>
          <AccountCommandButton
            small
            verb="decline-permission-request"
            capability="team.manage"
            body={{ requestId: request.id }}
            label={t('account.requests.decline')}
            title={t('account.requests.declineTitle')}
            said={t('account.requests.declined', { name })}
          >
            {t('account.requests.declineText', { name })}
          </AccountCommandButton>
          <Button size="small" disabled={lock !== undefined} onClick={onAccept}>
            {t('account.requests.accept')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** What members request from the owners. Nothing is shown while there are no requests. */
export const RequestsCard = () => {
  const t = useText()
  const { data: members = [] } = useMembers('active')
  const {
    data: requests = [],
    error,
    refetch,
  } = useGetList<PermissionRequest>('permission-requests', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'requestedAt', order: 'ASC' },
    filter: { status: 'open' },
  })
  const [granted, setGranted] = useState<PermissionRequest | null>(null)
  if (error)
    return (
      <Card title={t('account.requests.title')}>
        <ErrorState title={t('account.requests.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  const waiting = requests.flatMap((request) => {
    const member = members.find(({ id }) => id === request.memberId)
    return member ? [{ request, member }] : []
  })
  const wanted = waiting.find(({ request }) => request.id === granted?.id)
  if (waiting.length === 0) return null
  return (
    <Card
      className={styles['waiting']}
      title={t('account.requests.title')}
      note={t('account.requests.waiting', { smart_count: waiting.length })}
    >
      <ul className={styles['rows']}>
        {waiting.map(({ request, member }) => (
          <RequestLine
            key={request.id}
            request={request}
            member={member}
            onAccept={() => setGranted(request)}
          />
        ))}
      </ul>
      {wanted && <GrantDialog {...wanted} onClose={() => setGranted(null)} />}
    </Card>
  )
}
