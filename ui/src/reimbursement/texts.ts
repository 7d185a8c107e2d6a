import { addTexts } from '../i18n/i18nProvider.ts'
import { reimbursementTexts } from '../i18n/en/reimbursement.ts'

addTexts({ reimbursement: reimbursementTexts })
