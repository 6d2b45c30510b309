/** The list of keyboard shortcuts, and a switch that turns them off on this device. */
import { useTexts } from '#web/text/texts.ts'
import { createDeviceSwitch } from '#web/ui/device-setting.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'

export const useShortcutsSetting = createDeviceSwitch('praxam-keys', 'on', 'off')

/** Shortcuts that a simulation does not have: they reveal the answer, mark it as a guess, open a note or open the help. */
const practiceKeys = ['R', 'U', 'T', '/']

type Props = { isOpen: boolean; onClose: () => void; isOn: boolean; onSwitch: (isOn: boolean) => void; isSealed?: boolean }

/** `isSealed` leaves out `practiceKeys`. */
export function KeyboardShortcutsDialog({ isOpen, onClose, isOn, onSwitch, isSealed = false }: Props) {
  const { exam } = useTexts()
  return (
    <Dialog title={exam.shortcutsTitle} isOpen={isOpen} onClose={onClose}>
      <div className="body flow">
        <dl className="key-list">
          {exam.shortcutList
            .filter(({ keys }) => !isSealed || !practiceKeys.includes(keys))
            .map(({ keys, does }) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
        </dl>
        <Switch label={exam.enableShortcuts} isOn={isOn} onSwitch={onSwitch} />
      </div>
    </Dialog>
  )
}
