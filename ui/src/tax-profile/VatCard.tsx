import { useState } from 'react'
import { Button } from '@mui/material'
import { EU_COUNTRIES, taxProfile, type VatNumber } from '@hearth/contracts/tax-profile'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { Card } from '../components/layout/Card.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { findCountryName } from '../i18n/countries.ts'
import { useText } from '../i18n/text.ts'
import styles from './TaxProfile.module.css'
import { useTaxCommand } from './useTaxProfile.ts'

const { schema } = taxProfile.commands.SetVatId
const TONES = { pending: 'info', valid: 'ok', invalid: 'bad' } as const
const COUNTRIES = EU_COUNTRIES.map((value) => ({ value, label: findCountryName(value) }))

const VatDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const set = useTaxCommand('set-vat-id', { said: t('taxProfile.vat.done'), onSuccess: onClose })
  const form = useCommandForm({
    schema,
    values: { country: 'PT', number: '' },
    command: set,
    send: set.run,
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('taxProfile.vat.add')}
      submit={t('taxProfile.vat.submit')}
      close={t('taxProfile.vat.keep')}
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="country"
        label={t('taxProfile.vat.country')}
        options={COUNTRIES}
      />
      <TextField
        control={form.control}
        name="number"
        label={t('taxProfile.vat.number')}
        wrong={t('taxProfile.vat.numberWrong')}
        help={t('taxProfile.numberHelp')}
        autoComplete="off"
      />
    </FormDialog>
  )
}

const Known = ({ vat }: { vat: VatNumber }) => {
  const t = useText()
  const remove = useTaxCommand('remove-vat-id', { said: t('taxProfile.vat.removed') })
  return (
    <>
      <p className={styles['line']}>
        {t('taxProfile.vat.line', { country: findCountryName(vat.country), last4: vat.last4 })}
        <StatusChip tone={TONES[vat.status]}>{t(`taxProfile.vat.state.${vat.status}`)}</StatusChip>
      </p>
      {vat.status === 'invalid' && <p className="bad-ink">{t('taxProfile.vat.invalid')}</p>}
      <ProblemText error={remove.error} />
      <Button loading={remove.pending} onClick={() => remove.run({})}>
        {t('taxProfile.vat.remove')}
      </Button>
    </>
  )
}

/** The VAT number of the account, by which VAT on Hearth’s fee is the host’s own to account for. */
export const VatCard = ({ vat }: { vat: VatNumber | null }) => {
  const t = useText()
  const [adding, setAdding] = useState(false)
  return (
    <Card title={t('taxProfile.vat.title')}>
      <div className={styles['body']}>
        <p>{t('taxProfile.vat.text')}</p>
        {vat === null ? (
          <Button onClick={() => setAdding(true)}>{t('taxProfile.vat.add')}</Button>
        ) : (
          <Known vat={vat} />
        )}
      </div>
      {adding && <VatDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}
