/** Whether a question shows how long it has been on screen. Off by default, because a running clock distracts many candidates. */
import { createDeviceSetting } from '#web/ui/device-setting.ts'

export const useQuestionTimeSetting = createDeviceSetting('praxam-question-time', ['off', 'on'])
