import { useState } from 'react'
import { useGetList } from 'react-admin'
import { z } from 'zod'
import { OWNER_CHANGE_KINDS, zOwnerChangeKind } from '@hearth/contracts/account'
import { HOST_ROLES, zHostRole } from '@hearth/contracts/kernel/access'
import { zEmail } from '@hearth/contracts/kernel/email'
import { zText } from '@hearth/contracts/kernel/text'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { HostSearch } from '../../components/form/HostSearch.tsx'
import { SubmitRow } from '../../components/form/SubmitRow.tsx'
import { useCommandForm, type FieldsForm } from '../../components/form/useCommandForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Account, Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { memberName } from '../useAccount.ts'
import styles from './OwnerChanges.module.css'

const MIN_REASON = 20
const MAX_REASON = 500
const LOWER_ROLES = HOST_ROLES.filter((role) => role !== 'owner')

/** All fields beside each other; which of them count depends on the kind. */
const zProposal = z.strictObject({
  kind: zOwnerChangeKind,
  email: z.string().max(254),
  memberId: z.string(),
  role: zHostRole.exclude(['owner']),
  reasonText: zText(MIN_REASON, MAX_REASON),
})
type Values = z.input<typeof zProposal>
type ProposalForm = FieldsForm<Values, z.output<typeof zProposal>>
const UNFILLED: Values = { kind: 'invite', email: '', memberId: '', role: 'cohost_full', reasonText: '' }

const createChange = ({ kind, email, memberId, role }: z.output<typeof zProposal>) =>
  kind === 'invite'
    ? { kind, email: email.trim() }
    : { kind, memberId, ...(kind === 'demote' ? { role } : {}) }

/** Why it cannot be proposed yet. */
const useMissing = (account: Account | null, { kind, email, memberId, reasonText }: Values) => {
  const t = useText()
  if (account === null) return t('ownerChange.staff.missingAccount')
  if (kind === 'invite' && !zEmail.safeParse(email).success) return t('ownerChange.staff.badEmail')
  if (kind !== 'invite' && memberId === '') return t('ownerChange.staff.missingMember')
  const short = MIN_REASON - reasonText.trim().length
  return short > 0 ? t('ownerChange.staff.missingReason', { smart_count: short }) : undefined
}

/** Whom it is about: an address, or a member whom the kind can concern. */
const PersonFields = ({ form, accountId }: { form: ProposalForm; accountId: string | undefined }) => {
  const t = useText()
  const { kind } = form.values
  const { data: members = [] } = useGetList<Member>(
    'members',
    {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'role', order: 'ASC' },
      filter: { hostAccountId: accountId, status: 'active' },
    },
    { enabled: accountId !== undefined && kind !== 'invite' },
  )
  const { control } = form
  if (kind === 'invite')
    return (
      <TextField
        control={control}
        name="email"
        type="email"
        label={t('ownerChange.staff.email')}
        input={{ maxLength: 254, autoComplete: 'off' }}
      />
    )
  const choices = members.filter(({ role }) => (role === 'owner') !== (kind === 'promote'))
  return (
    <>
      <SelectField
        control={control}
        name="memberId"
        label={t('ownerChange.staff.member')}
        options={[
          { value: '', label: t('ownerChange.staff.chooseMember') },
          ...choices.map((member) => ({
            value: member.id,
            label: `${memberName(member)}, ${member.email ?? ''}`,
          })),
        ]}
      />
      {kind === 'demote' && (
        <SelectField
          control={control}
          name="role"
          label={t('ownerChange.staff.role')}
          options={LOWER_ROLES.map((value) => ({ value, label: t(`app.roles.${value}`) }))}
        />
      )}
    </>
  )
}

const useProposalForm = () => {
  const t = useText()
  const saved = useSaved()
  const [account, setAccount] = useState<Account | null>(null)
  const propose = useCommand({
    resource: 'accounts',
    verb: 'propose-owner-change',
    touches: ['owner-changes'],
    onSuccess: () => {
      form.reset()
      setAccount(null)
      saved(t('ownerChange.staff.proposed'))
    },
  })
  const form = useCommandForm({
    schema: zProposal,
    values: UNFILLED,
    command: propose,
    send: ({ reasonText, ...proposal }) =>
      propose.run({
        record: { id: account?.id ?? '' },
        body: { change: createChange({ reasonText, ...proposal }), reasonText },
      }),
    mode: 'onSubmit',
    draft: { name: 'owner-change', fields: ['email', 'reasonText'] },
  })
  const chooseAccount = (chosen: Account) => {
    setAccount(chosen)
    form.set({ memberId: '' })
  }
  return { form, account, chooseAccount }
}

/** For admins: proposes to give or take the role of owner; a second admin decides. */
export const ProposeOwnerChange = () => {
  const t = useText()
  const { form, account, chooseAccount } = useProposalForm()
  const missing = useMissing(account, form.values)
  return (
    <Card title={t('ownerChange.staff.title')}>
      <div className={styles['form']}>
        <HostSearch chosen={account?.id} onChange={chooseAccount} />
        <SelectField
          control={form.control}
          name="kind"
          label={t('ownerChange.staff.kind')}
          options={OWNER_CHANGE_KINDS.map((value) => ({
            value,
            label: t(`ownerChange.staff.kinds.${value}`),
          }))}
          onPick={() => form.set({ memberId: '' })}
        />
        <PersonFields form={form} accountId={account?.id} />
        <TextField
          control={form.control}
          name="reasonText"
          rows={2}
          label={t('ownerChange.staff.reason')}
          help={t('ownerChange.staff.reasonHelp')}
          input={{ maxLength: MAX_REASON }}
        />
        <p className="small q">{t('ownerChange.staff.rules')}</p>
        <ProblemText error={form.error} />
        <SubmitRow missing={missing} pending={form.pending} onSubmit={form.submit}>
          {t('ownerChange.staff.propose')}
        </SubmitRow>
      </div>
    </Card>
  )
}
