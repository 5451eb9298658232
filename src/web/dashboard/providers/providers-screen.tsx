export function ProvidersScreen() {
  return <h1>Providers</h1>;
}
