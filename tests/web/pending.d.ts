// Modules that other parts of the page bring.
declare module '/static/js/table/table.js' {
  export function mount(host: HTMLElement, app: any): { destroy(): void };
}
declare module '/static/js/replay/replay.js' {
  export function mount(host: HTMLElement, app: any, path: string[]): { destroy(): void };
}
