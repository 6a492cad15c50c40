from fidedigno.access.cache import LruCache


def test_the_entry_unused_for_longest_goes_first() -> None:
    cache: LruCache[str, int] = LruCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (1, None, 3)
    cache.put("a", 9)
    cache.put("d", 4)
    assert (cache.get("a"), cache.get("c"), cache.get("d")) == (9, None, 4)


def test_without_room_nothing_is_kept() -> None:
    cache: LruCache[str, int] = LruCache(0)
    cache.put("a", 1)
    assert cache.get("a") is None
