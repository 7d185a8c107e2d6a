import { addTexts } from '../i18n/i18nProvider.ts'
import { messageFilesTexts } from '../i18n/en/messageFiles.ts'

addTexts({ messageFiles: messageFilesTexts })
