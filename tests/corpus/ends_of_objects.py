"""Where objects end: files that are closed, folders that go, classes with ``__del__``."""

import os
import tempfile
import weakref

import numpy as np

from tests.corpus.case import adding_to, f64, floats, i64

CASES: list = []
add = adding_to(CASES)


class Logged:
    """Writes down when it begins and ends."""

    def __init__(self, log, name):
        self.log = log
        self.name = name
        log.append(f"{name} begins")

    def __del__(self):
        self.log.append(f"{self.name} ends")

    def scaled(self, x):
        return x * len(self.log)


class Folder:
    """A temporary folder that goes without a warning, as those with a name do not."""

    def __init__(self):
        self.made = tempfile.TemporaryDirectory()

    def __del__(self):
        self.made.cleanup()

    def path(self, name):
        return os.path.join(self.made.name, name)


@add(f64(2), 3)
def file_read_before_it_is_closed(x):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a")
        file = open(path, "w")
        file.write(str(x))
        with open(path) as again:
            before = again.read()
        file.close()
        with open(path) as again:
            return before, again.read()


@add(floats(1, 2, 3), floats(4))
def temporary_folder(x):
    folder = Folder()
    path = folder.path("x.npy")
    np.save(path, x)
    return np.load(path), os.path.exists(path)


def saved_and_read(x):
    folder = Folder()
    path = folder.path("x.npy")
    np.save(path, x)
    return np.load(path), path


@add(floats(1, 2, 3), floats(4))
def temporary_folder_of_a_helper(x):
    y, path = saved_and_read(x)
    return y, os.path.exists(path)


class Store:
    def __init__(self):
        self.folder = Folder()
        self.path = self.folder.path("x.npy")

    def kept(self, x):
        np.save(self.path, x)
        return np.load(self.path)


@add(floats(1, 2, 3), floats(4))
def temporary_folder_of_an_object(x):
    store = Store()
    y = store.kept(x)
    for _ in range(2):
        y = store.kept(y + 1)
    return y, os.path.exists(store.path)


@add(floats(1, 2, 3), floats(4))
def temporary_folders_in_a_dict(x):
    folders = {"first": Folder()}
    path = folders["first"].path("x.npy")
    np.save(path, x)
    return np.load(path), os.path.exists(path)


@add(lambda: ([], f64(1)), lambda: ([], f64(-1)), lambda: ([], 3))
def ends_with_the_function(log, x):
    one = Logged(log, "one")
    y = one.scaled(x)
    log.append("body")
    return y, len(log)


@add(lambda: ([], f64(1)), lambda: ([], 3))
def ends_where_its_name_does(log, x):
    one = Logged(log, "one")
    log.append("first")
    one = Logged(log, "two")
    log.append("second")
    one = None
    log.append("none")
    three = Logged(log, "three")
    same = three
    del three
    log.append("deleted")
    same = x
    log.append("gone")
    Logged(log, "four")
    log.append("after")
    return same


@add(lambda: ([], f64(2)), lambda: ([], 0))
def ends_where_a_name_is_bound_anew(log, x):
    one = Logged(log, "one")
    one = Logged(log, "two")
    one = Logged(log, "three")
    return x


def made_in(log, name, x):
    one = Logged(log, name)
    log.append("inner")
    return one.scaled(x)


@add(lambda: ([], f64(1)), lambda: ([], 3))
def ends_with_an_inner_function(log, x):
    y = made_in(log, "one", x)
    log.append("between")
    z = made_in(log, "two", y)
    return y + z


@add(lambda: ([], f64(1)), lambda: ([], f64(-1)), lambda: ([], 3))
def ends_with_a_branch(log, x):
    if x > 0:
        one = Logged(log, "one")
        log.append("in")
        y = one.scaled(x)
        one = None
        log.append("still in")
    else:
        y = x
    log.append("out")
    return y


@add(lambda: ([], i64(2)), lambda: ([], i64(0)))
def ends_with_each_turn(log, n):
    for i in range(n):
        log.append(i)
        if i > 5:
            continue
        made_in(log, "one", i)
    log.append("out")
    return n


@add(f64(2), 3)
def referred_to_weakly(x):
    class Held:
        pass

    held = Held()
    reference = weakref.ref(held)
    alive = reference() is not None
    y = x * 2
    held = None
    return y, alive, reference() is None
