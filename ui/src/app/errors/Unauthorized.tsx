import { useState, type SubmitEvent } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useGetList } from 'react-admin'
import { useLocation } from 'react-router-dom'
import {
  can,
  CAPABILITIES,
  isHost,
  isStaff,
  type Capability,
  type Role,
} from '@hearth/contracts/kernel/access'
import { allows, useSession, type Session } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { problemText } from '../../data/http/problems.ts'
import type { Member } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Field } from '../../components/form/Field.tsx'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import styles from './Unauthorized.module.css'
import '../../i18n/lazy/login.ts'

const MAX_NOTE = 500
const isCapability = (name: unknown): name is Capability => typeof name === 'string' && name in CAPABILITIES

const listNames = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
const listRoles = (capability: Capability, which: (role: Role) => boolean, t: Text) =>
  listNames(
    CAPABILITIES[capability].roles.filter((role) => which(role)).map((role) => t(`app.roles.${role}`)),
  )

/** The names of the other owners, where this session may see the team. */
const useOwners = (session: Session | undefined) => {
  const enabled = allows(session, 'team.read') && session?.account != null
  const { data = [] } = useGetList<Member>(
    'members',
    {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'joinedAt', order: 'ASC' },
      filter: { role: 'owner', status: 'active' },
    },
    { enabled },
  )
  const others = data.filter(({ userId }) => userId === null || userId !== session?.user.id)
  return others.flatMap(({ name }) => (name === null ? [] : [name]))
}

const AskForm = ({
  pending,
  error,
  onSend,
  onClose,
}: {
  pending: boolean
  error: unknown
  onSend: (text: string | null) => void
  onClose: () => void
}) => {
  const t = useText()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    onSend(text === '' ? null : text)
  }
  return (
    <form className={styles['ask']} onSubmit={submit} noValidate>
      <Field label={t('app.ask.why')} help={t('app.ask.help')}>
        {(field) => (
          <OutlinedInput
            {...field}
            name="text"
            multiline
            minRows={2}
            inputProps={{ maxLength: MAX_NOTE }}
            sx={{ padding: 0 }}
          />
        )}
      </Field>
      {error !== null && <p role="alert">{problemText(error, t)}</p>}
      <div className={styles['actions']}>
        <Button type="submit" variant="contained" color="primary" loading={pending}>
          {t('app.ask.send')}
        </Button>
        <Button onClick={onClose}>{t('login.proof.cancel')}</Button>
      </div>
    </form>
  )
}

/** Requests the permission from the owners, who find it in their list of requests. */
const Ask = ({
  accountId,
  capability,
  open,
  setOpen,
}: {
  accountId: string
  capability: Capability
  open: boolean
  setOpen: (open: boolean) => void
}) => {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const { run, pending, error } = useCommand({
    resource: 'accounts',
    verb: 'request-permission',
    onSuccess: () => {
      setAsked(true)
      setOpen(false)
    },
  })
  if (asked)
    return (
      <p role="status" className={styles['done']}>
        {t('app.ask.done')}
      </p>
    )
  if (!open)
    return (
      <Button variant="contained" color="primary" onClick={() => setOpen(true)}>
        {t('app.ask.open')}
      </Button>
    )
  return (
    <AskForm
      pending={pending}
      error={error}
      onSend={(text) => run({ record: { id: accountId }, body: { capability, text } })}
      onClose={() => setOpen(false)}
    />
  )
}

/** Whether the page is open to the session after all: to an owner every page of the account is. */
const isOpenNow = (session: Session | undefined, capability: Capability | undefined) =>
  session !== undefined &&
  session.impersonation === null &&
  (capability === undefined ? session.role === 'owner' : allows(session, capability))

/** Who can help: staff, an administrator, or the owners. */
const useWay = (session: Session | undefined, capability: Capability | undefined) => {
  const t = useText()
  const owners = useOwners(session)
  const account = session?.impersonation === null ? session.account : null
  if (session === undefined || isOpenNow(session, capability)) return ''
  if (capability !== undefined && !can('owner', capability))
    return t('app.onlyStaff', { roles: listRoles(capability, isStaff, t) })
  if (account === null) return t('app.askAdmin')
  return owners.length > 0 ? t('app.ownersCan', { names: listNames(owners) }) : t('app.anOwnerCan')
}

/** Which permission is missing, who has it, and how to request it. */
const Unauthorized = () => {
  const t = useText()
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const { state } = useLocation()
  const named: unknown =
    state !== null && typeof state === 'object' && 'capability' in state ? state.capability : undefined
  const capability = isCapability(named) ? named : undefined
  const account = session?.impersonation === null ? session.account : null
  const isOpen = isOpenNow(session, capability)
  const forHosts = !isOpen && capability !== undefined && can('owner', capability)
  const way = useWay(session, capability)
  const who = session && t('app.signedIn', { name: session.user.name, role: t(`app.roles.${session.role}`) })
  return (
    <>
      <PageHeader title={t(isOpen ? 'app.openNowTitle' : 'app.unauthorizedTitle')} />
      <Card>
        <EmptyState
          icon="lock"
          title={
            isOpen
              ? t('app.openNowHint')
              : capability === undefined
                ? t('app.unauthorizedHint')
                : t('app.mayNot', { what: CAPABILITIES[capability].title })
          }
          text={
            <>
              {who} {forHosts && t('app.whoMay', { roles: listRoles(capability, isHost, t) })} {way}
            </>
          }
          actions={
            <>
              {forHosts && account !== null && allows(session, 'team.ask') && (
                <Ask accountId={account.id} capability={capability} open={asking} setOpen={setAsking} />
              )}
              {!asking && (
                <LinkButton filled={!forHosts || account === null} to={to.today()}>
                  {t('app.toToday')}
                </LinkButton>
              )}
              {!isOpen && (
                <CopyButton
                  text={capability === undefined ? '403' : `403, ${capability}`}
                  label={t('app.copyDetails')}
                />
              )}
            </>
          }
        />
      </Card>
    </>
  )
}
export default Unauthorized
