import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useGetList, useGetMany } from 'react-admin'
import type { PayoutMethod } from '@hearth/contracts/payout-account'
import { useCan } from '../../session/session.ts'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import type { Account, PayoutAccountRecord } from '../../data/records/records.ts'
import { payoutAccountTexts } from '../../i18n/en/payoutAccount.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { describeHolder, useMethodName } from '../methodTexts.ts'
import styles from '../PayoutSettings.module.css'
import { MIN_REASON } from './ReleaseHold.tsx'
import { useStaffCommand } from './useStaffCommand.ts'

addTexts({ payoutAccount: payoutAccountTexts })

type DecideProps = { accountId: string; method: PayoutMethod; name: string; same: boolean }

const Decide = ({ accountId, method: { methodId, holderName }, name, same }: DecideProps) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [why, setWhy] = useState('')
  const decide = useStaffCommand(
    same ? 'confirm-holder-name' : 'reject-holder-name',
    t(same ? 'payoutAccount.staff.accepted' : 'payoutAccount.staff.refused'),
    () => setOpen(false),
  )
  const sentence = t(same ? 'payoutAccount.staff.acceptOf' : 'payoutAccount.staff.refuseOf', {
    holder: holderName,
    name,
  })
  return (
    <>
      <Button
        size="small"
        aria-label={sentence}
        onClick={() => {
          decide.reset()
          setOpen(true)
        }}
      >
        {t(same ? 'payoutAccount.staff.accept' : 'payoutAccount.staff.refuse')}
      </Button>
      {open && (
        <FormDialog
          title={t('payoutAccount.staff.checkTitle')}
          submit={t(same ? 'payoutAccount.staff.accept' : 'payoutAccount.staff.refuse')}
          close={t('payoutAccount.keep')}
          missing={why.trim().length < MIN_REASON ? t('payoutAccount.staff.whyHelp') : undefined}
          pending={decide.pending}
          error={decide.error}
          onSubmit={() => decide.run(accountId, { methodId, why: why.trim() })}
          onClose={() => setOpen(false)}
        >
          <p className="q">{sentence}</p>
          <Field label={t('payoutAccount.staff.why')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                multiline
                minRows={2}
                maxRows={6}
                value={why}
                onChange={({ target }) => setWhy(target.value)}
                inputProps={{ ...field, maxLength: 500 }}
              />
            )}
          </Field>
        </FormDialog>
      )}
    </>
  )
}

/**
 * Bank accounts whose holder's name differs from the account's legal name; staff decide whether they match.
 */
export const HolderChecks = () => {
  const t = useText()
  const nameOf = useMethodName()
  const may = useCan('payout-account.review')
  const query = useGetList<PayoutAccountRecord>('payout-accounts', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'changedAt', order: 'ASC' },
    filter: { unclearHolders_gte: 1 },
  })
  const { data: accounts = [] } = useGetMany<Account>(
    'accounts',
    { ids: (query.data ?? []).map(({ id }) => id) },
    { enabled: (query.data ?? []).length > 0 },
  )
  return (
    <Card title={t('payoutAccount.staff.holders')}>
      <Loaded bare height={40} query={query} failed={t('payoutAccount.staff.holdersFailed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={`${styles['body']} q`}>{t('payoutAccount.staff.holdersNone')}</p>
          ) : (
            <ul className={styles['rows']} aria-label={t('payoutAccount.staff.holders')}>
              {rows.flatMap(({ id, methods }) =>
                Object.values(methods)
                  .filter(({ holder, failure }) => holder === 'unclear' && failure === null)
                  .map((method) => {
                    const account = accounts.find((one) => one?.id === id)
                    const name = account?.legalName ?? account?.displayName ?? ''
                    return (
                      <li key={method.methodId}>
                        <div className={styles['what']}>
                          <p>
                            <span className="strong">{account?.displayName}</span>,{' '}
                            {account?.legalName == null
                              ? t('payoutAccount.staff.noLegal')
                              : t('payoutAccount.staff.legal', { name: account.legalName })}
                          </p>
                          <p className="small q">
                            {nameOf(method)}, {describeHolder(method)}
                          </p>
                        </div>
                        {may && (
                          <div className={styles['decide']}>
                            <Decide accountId={id} method={method} name={name} same />
                            <Decide accountId={id} method={method} name={name} same={false} />
                          </div>
                        )}
                      </li>
                    )
                  }),
              )}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
