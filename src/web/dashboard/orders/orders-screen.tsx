export function OrdersScreen() {
  return <h1>Orders</h1>;
}
