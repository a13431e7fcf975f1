"""Entity: a cart that runs until its checkout. The first item starts it by Signal-With-Start."""

from dataclasses import asdict, dataclass

from temporalio import workflow


@dataclass
class CartItem:
    sku: str
    quantity: int = 1


@dataclass
class Cart:
    items: dict[str, int]
    checked_out: bool = False


@workflow.defn
class ShoppingCart:
    def __init__(self) -> None:
        self._cart = Cart(items={})

    @workflow.run
    async def run(self) -> Cart:
        await workflow.wait_condition(lambda: self._cart.checked_out)
        return self._cart

    @workflow.signal
    def add_item(self, item: CartItem) -> None:
        self._cart.items[item.sku] = self._cart.items.get(item.sku, 0) + item.quantity

    @workflow.signal
    def checkout(self) -> None:
        self._cart.checked_out = True

    @workflow.query
    def get_cart(self) -> dict:
        return asdict(self._cart)
